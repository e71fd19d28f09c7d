import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListBody } from '#components/ui/list-body.tsx'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { refined } from '#lib/list-search.ts'
import { selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { SlicedQuery } from '#lib/use-sliced-query.ts'
import { useStable } from '#lib/use-stable.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { WorkDataDocument, WorkDataPage } from '../work-data.queries.ts'
import { NoWorkData } from './no-work-data.tsx'
import * as texts from './texts.ts'
import { type PictureOf, WorkDataGrid } from './work-data-grid.tsx'
import { workDataListLayout } from './work-data-list-layout.tsx'
import type { WorkDataListSearch } from './work-data-list-search.ts'

export interface WorkDataListProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  Picture: PictureOf
}

interface WorkDataListBodyProps extends WorkDataListProps {
  query: SlicedQuery<WorkDataPage>
  selection: ReturnType<typeof useSelection<WorkDataDocument>>
}

/** The rows or cards of the list of work data. */
export function WorkDataListBody({ query, search, onSearch, selection, Picture }: WorkDataListBodyProps) {
  const items = query.data?.items ?? []
  const cursor = useWorkDataKeys(items, selection)
  const onTag = useStable((tag: string) =>
    onSearch(refined(search, { TagsByAnd: [...new Set([...(search.TagsByAnd ?? []), tag])] })),
  )
  const { columns } = search
  const layout = useMemo(() => workDataListLayout(columns, onTag), [columns, onTag])
  return (
    <ListBody
      query={query}
      failed={texts.workDataCouldNotBeLoaded}
      isEmpty={items.length === 0}
      shape={{ columns: layout.columns, selects: true }}
      cards={search.view === 'grid' ? 'files' : undefined}
      empty={<NoWorkData search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0} />}
    >
      <TableFrame>
        {search.view === 'grid' ? (
          <WorkDataGrid items={items} selection={selection} cursor={cursor} Picture={Picture} />
        ) : (
          <ResourceList
            label={texts.workData}
            rows={items}
            layout={layout}
            selection={selection}
            cursor={cursor}
            sort={sortOf(search, (change) => onSearch(refined(search, change)))}
          />
        )}
      </TableFrame>
    </ListBody>
  )
}

/** j k move, x selects, Enter opens, n starts a job with the row, or with all that are selected. */
function useWorkDataKeys(items: readonly WorkDataDocument[], selection: WorkDataListBodyProps['selection']) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const { cursor, current } = useRowCursor(items.map(selfHref), {
    onOpen: (href) => void navigate({ to: '/workdata/explorer/$details', params: { details: encodeLink(href) } }),
    onToggle: (href, range) => {
      const file = items.find((item) => selfHref(item) === href)
      if (file) selection.toggle(file, range)
    },
  })
  useKeys({
    n: () => {
      const active = current()
      const chosen = selection.items.length > 0 ? selection.items.map(selfHref) : active ? [active] : []
      if (chosen.length === 0) return false
      startJob({ data: chosen })
      return true
    },
  })
  return cursor
}
