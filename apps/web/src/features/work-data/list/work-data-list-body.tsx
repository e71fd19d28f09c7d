import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { WorkDataDocument, WorkDataPage } from '../work-data.queries.ts'
import { NoWorkData } from './no-work-data.tsx'
import { type PictureOf, WorkDataGrid } from './work-data-grid.tsx'
import type { WorkDataListSearch } from './work-data-list-search.ts'
import { WorkDataRowsPhone } from './work-data-rows-phone.tsx'
import { WorkDataTable } from './work-data-table.tsx'

export interface WorkDataListProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  Picture: PictureOf
}

interface WorkDataListBodyProps extends WorkDataListProps {
  query: UseQueryResult<WorkDataPage>
  selection: ReturnType<typeof useSelection<WorkDataDocument>>
}

/** The files, or what stands in their place: a skeleton, the error, nothing yet, no match. */
export function WorkDataListBody({ query, search, onSearch, selection, Picture }: WorkDataListBodyProps) {
  const frame = useRef<HTMLDivElement>(null)
  const items = query.data?.items ?? []
  const active = useWorkDataKeys(items, selection)

  if (query.isPending) {
    return (
      <TableFrame>
        <SkeletonRows rows={10} />
      </TableFrame>
    )
  }
  if (query.isError && !query.data) {
    return <ErrorView title="Work data could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (items.length === 0) {
    return <NoWorkData search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0} />
  }
  const rows = { items, search, onSearch, selection, active, frame }
  return (
    <TableFrame ref={frame}>
      {search.view === 'grid' ? (
        <WorkDataGrid {...rows} Picture={Picture} />
      ) : (
        <>
          <WorkDataTable {...rows} />
          <WorkDataRowsPhone {...rows} />
        </>
      )}
    </TableFrame>
  )
}

/** j k move, x selects, Enter opens, n starts a job with the row, or with all that are selected. */
function useWorkDataKeys(items: readonly WorkDataDocument[], selection: WorkDataListBodyProps['selection']) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const { active } = useRowCursor(items.map(selfHref), {
    onOpen: (href) => void navigate({ to: '/workdata/explorer/$details', params: { details: encodeLink(href) } }),
    onToggle: (href, range) => {
      const file = items.find((item) => selfHref(item) === href)
      if (file) selection.toggle(file, range)
    },
  })
  useKeys({
    n: () => {
      const chosen = selection.items.length > 0 ? selection.items.map(selfHref) : active ? [active] : []
      if (chosen.length === 0) return false
      startJob({ data: chosen })
      return true
    },
  })
  return active
}
