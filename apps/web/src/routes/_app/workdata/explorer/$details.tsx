import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ShownChart,
  type ShownView,
  searchOfTable,
  TableAddressContext,
  type TableSearch,
  type TableState,
  tableStateOf,
} from '#features/previews/table/table-state.ts'
import { WorkDataPreview } from '#features/previews/work-data-preview.tsx'
import { ChartAsJobButton } from '#features/start-job/chart-as-job-button.tsx'
import { UnpackArchive } from '#features/start-job/unpack-archive.tsx'
import { ViewAsJobButton } from '#features/start-job/view-as-job-button.tsx'
import { TreatAs } from '#features/work-data/detail/treat-as.tsx'
import { WorkDataDetailScreen } from '#features/work-data/detail/work-data-detail-screen.tsx'
import { WorkDataLoadError, WorkDataNotFound } from '#features/work-data/detail/work-data-errors.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { decodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { switchToOwningContext } from '#lib/switch-context.ts'
import { useIsCurrentPage } from '#lib/use-is-current-page.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'

export const Route = createFileRoute('/_app/workdata/explorer/$details')({
  validateSearch: deferredSearch<TableSearch>(),
  beforeLoad: ({ params }) => {
    const fileHref = decodeLink(params.details)
    if (fileHref === undefined) throw notFound()
    return { fileHref }
  },
  loader: ({ context, cause }) =>
    context.queryClient
      .ensureQueryData(workDataQueries.detail(context.fileHref))
      .catch(switchToOwningContext({ context, cause }, context.fileHref)),
  notFoundComponent: WorkDataNotFound,
  errorComponent: WorkDataLoadError,
  component: WorkDataDetailPage,
})

function WorkDataDetailPage() {
  const { fileHref } = Route.useRouteContext()
  const navigate = useNavigate()
  const { start, ...search } = Route.useSearch()
  const read = useStableCallback(() => tableStateOf(search))
  const isHere = useIsCurrentPage()
  const write = useStableCallback((state: TableState) => {
    if (!isHere()) return
    void navigate({
      from: Route.fullPath,
      search: { ...searchOfTable(state), ...(start && { start }) },
      replace: true,
      resetScroll: false,
    })
  })
  const keep = useStableCallback((view: ShownView) => {
    const isChanged = view.where.length > 0 || view.sort !== undefined || view.columns !== undefined
    return isChanged ? <ViewAsJobButton fileHref={fileHref} view={view} /> : null
  })
  const plot = useStableCallback((chart: ShownChart) => <ChartAsJobButton fileHref={fileHref} chart={chart} />)
  const [table] = useState(() => ({ read, write, keep, plot }))
  return (
    <TableAddressContext value={table}>
      <WorkDataDetailScreen
        key={fileHref}
        href={fileHref}
        preview={(file) => (
          <WorkDataPreview
            key={`${selfHref(file)} ${file.properties.MediaType}`}
            workData={file}
            verbs={{ files: <UnpackArchive file={file} />, bytes: <TreatAs file={file} /> }}
          />
        )}
        onDeleted={() => void navigate({ to: '/workdata/explorer', replace: true })}
      />
    </TableAddressContext>
  )
}
