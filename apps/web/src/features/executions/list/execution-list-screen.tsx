import { LIMITS } from '@millrace/contracts/limits'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyList } from '#components/ui/empty-list.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { type Filter, FilterBar } from '#components/ui/filter-bar.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { createdFilters, hiddenFilter, tagFilters } from '#components/ui/list-filters.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { TableFooter } from '#components/ui/table-footer.tsx'
import { useJobRowKeys } from '#features/jobs/job-row-keys.queries.ts'
import { type JobDocument, type JobPage, jobQueries } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatTotal } from '#lib/format.ts'
import { refined } from '#lib/list-search.ts'
import { usePage } from '#lib/page.ts'
import type { SirenAction } from '#lib/siren.ts'
import { selfHref } from '#lib/siren.ts'
import { useSelection } from '#lib/use-selection.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import type { Value } from '#lib/value.ts'
import { EXECUTION_TEXTS } from '../texts.ts'
import { executionListLayout } from './execution-list-layout.tsx'
import {
  EXECUTION_TABS,
  type ExecutionListProps,
  type ExecutionListSearch,
  type ExecutionTab,
  executionQueryOf,
  TAB_STATES,
  withoutFilters,
} from './execution-list-search.ts'
import { ExecutionListTools } from './execution-list-tools.tsx'
import type { StepFailure } from './step-failure.ts'
import * as texts from './texts.ts'

const TAB_LABELS: Record<ExecutionTab, string> = {
  all: 'All',
  active: texts.inProgress,
  drafts: texts.drafts,
  completed: 'Completed',
  failed: texts.failed,
  canceled: 'Canceled',
}

interface ExecutionListScreenProps extends ExecutionListProps {
  /** Why the step that runs workflows could not be loaded or isn't registered. */
  failure: StepFailure | undefined
  sample: ReactNode
  views: ExecutionListViews
}

/** The parts of the list that it shares with other lists of jobs. */
export interface ExecutionListViews {
  /** The actions on the selected executions. `all` loads all that match, or as many as one request can load. */
  bulkBar: (
    selection: ReturnType<typeof useSelection<JobDocument>>,
    list: { total: number; all: ReturnType<typeof jobQueries.list> },
  ) => ReactNode
  dialog: (asking: { job: JobDocument; action: SirenAction }, onClose: () => void) => ReactNode
  /** A panel beside the list that shows the execution under the cursor. */
  peek: (jobs: readonly JobDocument[], cursor: Value<string | undefined>, onClose: () => void) => ReactNode
  verbs: (job: JobDocument) => ReactNode
}

export function ExecutionListScreen(props: ExecutionListScreenProps) {
  const { stepHref, failure, search, onSearch, views } = props
  usePage([{ label: texts.executions }])
  const query = useQuery({
    ...jobQueries.list(executionQueryOf(search, stepHref ?? '')),
    enabled: stepHref !== undefined,
  })
  const page = query.data
  const refine = (change: Partial<ExecutionListSearch>) => onSearch(refined(search, change))
  const selection = useSelection(page?.jobs ?? [], selfHref, JSON.stringify(executionQueryOf(search, '').Filter))
  const all = { ...search, PageOffset: 0, PageSize: LIMITS.pageSizeMax }
  const filters = [
    ...tagFilters(search, refine, page?.RemainingTags ?? []),
    ...createdFilters(search, refine),
    hiddenFilter(texts.hiddenExecutionsAre, search, refine),
  ]
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHead
        once
        title={texts.executions}
        facts={page ? <span aria-live="polite">{formatTotal(page.TotalEntities)}</span> : null}
      />
      <PillChoice
        label={texts.showExecutions}
        className="flex-none px-3.5 pb-2.5 phone:px-2 phone:pt-2"
        value={search.tab}
        onChange={(tab) => refine({ tab })}
        choices={EXECUTION_TABS.map((tab) => ({
          value: tab,
          label: TAB_LABELS[tab],
          ...(page ? countOf(tab, page) : query.isPending && !failure && { count: undefined }),
        }))}
      />
      <FilterBar
        find={{
          label: texts.searchExecutions,
          value: search.Name ?? '',
          onChange: (text) => refine({ Name: text.trim() || undefined }),
        }}
        filters={filters}
        onClearAll={() => onSearch(withoutFilters(search))}
        tools={<ExecutionListTools stepHref={stepHref} search={search} onSearch={onSearch} />}
      />
      {failure ? (
        <PageError title={failure.title} error={failure.error} onRetry={failure.retry} />
      ) : (
        <Rows {...props} query={query} filters={filters} selection={selection} />
      )}
      {page && page.TotalEntities > 0 ? (
        <TableFooter
          offset={search.PageOffset}
          shown={page.CurrentEntitiesCount}
          total={page.TotalEntities}
          one="execution"
          pageSize={search.PageSize}
          onOffset={(PageOffset) => onSearch({ ...search, PageOffset })}
          onPageSize={(PageSize) => refine({ PageSize })}
          keys={KEYS}
        />
      ) : null}
      {page && stepHref !== undefined && selection.items.length > 0
        ? views.bulkBar(selection, {
            total: page.TotalEntities,
            all: jobQueries.list(executionQueryOf(all, stepHref)),
          })
        : null}
    </div>
  )
}

const ALL_STATES = Object.values(TAB_STATES).flatMap((states) => states ?? [])

const KEYS = [
  ['J', 'K', 'move'],
  ['X', 'select'],
  ['R', 'run again'],
] as const

/** Counts the executions in a tab that match the other filters. */
function countOf(tab: ExecutionTab, page: JobPage): { count?: number } {
  const states = TAB_STATES[tab]
  if (!page.StateCounts) return {}
  return { count: (states ?? ALL_STATES).reduce((sum, state) => sum + (page.StateCounts?.[state] ?? 0), 0) }
}

interface RowsProps extends Omit<ExecutionListScreenProps, 'stepHref' | 'failure'> {
  query: UseQueryResult<JobPage>
  filters: readonly Filter[]
  selection: ReturnType<typeof useSelection<JobDocument>>
}

function Rows({ query, search, onSearch, filters, sample, selection, views }: RowsProps) {
  const jobs = query.data?.jobs ?? []
  const keys = useJobRowKeys(jobs, { selection, page: '/workflows/executions/$details' })
  const onTag = useStableCallback((tag: string) =>
    onSearch(refined(search, { TagsByAnd: [...new Set([...(search.TagsByAnd ?? []), tag])] })),
  )
  const { columns: chosen } = search
  const { verbs } = views
  const layout = useMemo(() => executionListLayout({ chosen, onTag, verbs }), [chosen, onTag, verbs])
  return (
    <ListBody
      query={query}
      failed={texts.executionsCouldNotBeLoaded}
      isEmpty={jobs.length === 0}
      shape={{ columns: layout.columns, selects: true }}
      empty={
        <NoExecutions
          search={search}
          onSearch={onSearch}
          filters={filters}
          total={query.data?.TotalEntities ?? 0}
          sample={sample}
        />
      }
    >
      <div className="relative flex min-h-0 flex-1">
        <TableFrame>
          <ResourceList
            label={texts.executions}
            rows={jobs}
            layout={layout}
            selection={selection}
            cursor={keys.cursor}
            sort={sortOf(search, (change) => onSearch(refined(search, change)))}
          />
        </TableFrame>
        {keys.isPeeking ? views.peek(jobs, keys.cursor, keys.closePeek) : null}
        {keys.asking ? views.dialog(keys.asking, keys.closeDialog) : null}
      </div>
    </ListBody>
  )
}

function NoExecutions({
  search,
  onSearch,
  filters,
  total,
  sample,
}: Omit<RowsProps, 'query' | 'selection' | 'views'> & { total: number }) {
  return (
    <EmptyList
      what="executions"
      total={total}
      find={search.Name}
      filters={filters}
      onFirstPage={() => onSearch(refined(search, {}))}
      onDropFind={() => onSearch(refined(search, { Name: undefined }))}
      onDropAll={() => onSearch(withoutFilters(search))}
    >
      {search.tab === 'all' ? (
        <EmptyState
          icon={Network}
          title={texts.noExecutionsYet}
          action={
            <>
              {sample}
              <Link to="/workflows/explorer" className={buttonClass()}>
                {texts.openWorkflows}
              </Link>
            </>
          }
        >
          {EXECUTION_TEXTS.empty}
        </EmptyState>
      ) : (
        <EmptyState
          title={fill(texts.noExecutionsIn, TAB_LABELS[search.tab])}
          action={<Button onClick={() => onSearch(refined(search, { tab: 'all' }))}>{texts.allExecutions}</Button>}
        />
      )}
    </EmptyList>
  )
}
