import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { WorkDataFieldContext, type WorkDataFieldProps } from '#components/schema-form/work-data-field.ts'
import { MiniPreview } from '#features/previews/mini-preview.tsx'
import type { SweepViews } from '#features/sweeps/board-figures.tsx'
import { SweepBoardScreen } from '#features/sweeps/sweep-board-screen.tsx'
import { SweepLoadError } from '#features/sweeps/sweep-load-error.tsx'
import { sweepQueries } from '#features/sweeps/sweeps.queries.ts'

const WorkDataField = lazy(async () => {
  const { renderWorkDataField } = await import('#features/workflows/start/work-data-field.tsx')
  return { default: renderWorkDataField }
})

export const Route = createFileRoute('/_app/jobs/sweeps/$sweep')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(sweepQueries.jobs(params.sweep)),
  errorComponent: SweepLoadError,
  component: SweepBoardPage,
})

const VIEWS: SweepViews = {
  thumbnail: (file, others) => <MiniPreview data={file} others={others} size="card" />,
}

const renderLater = (props: WorkDataFieldProps) => (
  <Suspense>
    <WorkDataField {...props} />
  </Suspense>
)

function SweepBoardPage() {
  const { sweep } = Route.useParams()
  return (
    <WorkDataFieldContext value={renderLater}>
      <SweepBoardScreen key={sweep} sweep={sweep} views={VIEWS} />
    </WorkDataFieldContext>
  )
}
