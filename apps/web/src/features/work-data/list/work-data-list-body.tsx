import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListBody } from '#components/ui/list-body.tsx'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { addressOf, itemsOf, selectionOfRows } from '#lib/fold-sweeps.ts'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { refined } from '#lib/list-search.ts'
import { selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { SlicedQuery } from '#lib/use-sliced-query.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { WorkDataDocument, WorkDataPage } from '../work-data.queries.ts'
import type { ListedFile } from './fold-files.ts'
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
  rows: ListedFile[]
  selection: ReturnType<typeof useSelection<WorkDataDocument>>
}

export function WorkDataListBody({ query, rows, search, onSearch, selection, Picture }: WorkDataListBodyProps) {
  const items = query.data?.items ?? []
  const ofRows = selectionOfRows<WorkDataDocument, ListedFile>(selection)
  const isGrid = search.view === 'grid'
  const cursor = useWorkDataKeys(rows, ofRows)
  const onTag = useStableCallback((tag: string) =>
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
      cards={isGrid ? 'files' : undefined}
      empty={<NoWorkData search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0} />}
    >
      <TableFrame>
        {isGrid ? (
          <WorkDataGrid rows={rows} selection={ofRows} cursor={cursor} Picture={Picture} />
        ) : (
          <ResourceList
            label={texts.workData}
            rows={rows}
            layout={layout}
            selection={ofRows}
            cursor={cursor}
            sort={sortOf(search, (change) => onSearch(refined(search, change)))}
          />
        )}
      </TableFrame>
    </ListBody>
  )
}

/**
 * j and k move, x selects, Enter opens a row. n starts a job with the selected files or, if there are none, with the
 * current row. Files of other owners are left out. Returns the URL of the current row as an observable value.
 */
function useWorkDataKeys(rows: readonly ListedFile[], selection: ReturnType<typeof useSelection<ListedFile>>) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const rowAt = (href: string | undefined) => rows.find((row) => selfHref(row) === href)
  const { cursor, current } = useRowCursor(rows.map(selfHref), {
    onOpen: (href) => {
      const row = rowAt(href)
      void navigate({ href: (row && addressOf(row)) ?? `/workdata/explorer/${encodeLink(href)}` })
    },
    onToggle: (href, range) => {
      const row = rowAt(href)
      if (row) selection.toggle(row, range)
    },
  })
  useKeys({
    n: () => {
      const active = rowAt(current())
      const chosen = selection.items.length > 0 || !active ? selection.items : itemsOf<WorkDataDocument>(active)
      const usable = chosen.filter(({ properties }) => !properties.IsForeign)
      if (usable.length === 0) return false
      startJob({ data: usable.map(selfHref) })
      return true
    },
  })
  return cursor
}
