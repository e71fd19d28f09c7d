import { Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { TableFooter } from '#components/ui/table-footer.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { itemsInOrder } from '#lib/fold-sweeps.ts'
import { formatTotal, plural } from '#lib/format.ts'
import { afterPage, refined } from '#lib/list-search.ts'
import { usePage } from '#lib/page.ts'
import { selfHref } from '#lib/siren.ts'
import { useFilledPage } from '#lib/use-filled-page.ts'
import { useSelection } from '#lib/use-selection.ts'
import { useSlicedQuery } from '#lib/use-sliced-query.ts'
import { type WorkDataDocument, workDataQueries } from '../work-data.queries.ts'
import { foldsFiles, useFileRows } from './fold-files.ts'
import * as texts from './texts.ts'
import { WorkDataFilterBar } from './work-data-filter-bar.tsx'
import { WorkDataListBody, type WorkDataListProps } from './work-data-list-body.tsx'
import { shownTabs, TAB_LABELS, tabCount, type WorkDataListSearch, workDataQueryOf } from './work-data-list-search.ts'

const WorkDataBulkBar = lazy(() =>
  import('./work-data-bulk-bar.tsx').then((module) => ({ default: module.WorkDataBulkBar })),
)

/** The list of work data. Its state is stored in the URL. */
export function WorkDataListScreen(props: WorkDataListProps) {
  const { search, onSearch } = props
  usePage([{ label: texts.workData }])
  const [allUsers] = useAdminMode()
  const parameters = workDataQueryOf(search)
  const folds = foldsFiles(search)
  const query = useFilledPage(useSlicedQuery(workDataQueries.list(parameters, { allUsers })), 'items', {
    folds,
    unfoldsAlone: true,
    offset: search.PageOffset,
    after: workDataQueries.list(workDataQueryOf(afterPage(search)), { allUsers }),
  })
  const page = query.data
  const rows = useFileRows(page?.items, folds)
  const selection = useSelection(
    itemsInOrder<WorkDataDocument>(rows),
    selfHref,
    JSON.stringify([parameters.Filter, allUsers]),
  )
  const refine = (change: Partial<WorkDataListSearch>) => onSearch(refined(search, change))

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHead
        once
        title={texts.workData}
        facts={page ? <span aria-live="polite">{formatTotal(page.TotalEntities)}</span> : null}
        actions={
          <span data-list-tools className="contents">
            <ButtonLink to={'/workdata/upload' as '/'} variant="primary" icon={<Upload />}>
              {texts.uploadFiles}
            </ButtonLink>
          </span>
        }
      />
      <PillChoice
        label={texts.showWorkData}
        className="flex-none px-3.5 pb-2.5 phone:px-2 phone:pt-2"
        value={search.tab}
        onChange={(tab) => refine({ tab })}
        choices={shownTabs(search.tab, page?.KindCounts).map((value) => ({
          value,
          label: TAB_LABELS[value],
          ...((page || query.isPending) && { count: tabCount(value, page?.KindCounts) }),
        }))}
      />
      <WorkDataFilterBar search={search} onSearch={onSearch} tags={page?.RemainingTags ?? []} />
      <WorkDataListBody {...props} query={query} rows={rows} selection={selection} />
      {page && page.TotalEntities > 0 ? (
        <TableFooter
          offset={search.PageOffset}
          shown={page.CurrentEntitiesCount}
          total={page.TotalEntities}
          one="file"
          rows={
            rows.length < page.items.length ? plural(rows.length, search.view === 'grid' ? 'card' : 'row') : undefined
          }
          pageSize={search.PageSize}
          onOffset={(PageOffset) => onSearch({ ...search, PageOffset })}
          onPageSize={(PageSize) => refine({ PageSize })}
          keys={KEYS}
        />
      ) : null}
      {selection.items.length > 0 ? (
        <Suspense>
          <WorkDataBulkBar search={search} selection={selection} total={page?.TotalEntities ?? 0} />
        </Suspense>
      ) : null}
    </div>
  )
}

const KEYS = [
  ['J', 'K', 'move'],
  ['X', 'select'],
  ['N', 'start job'],
] as const
