import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { PictureProps } from '#components/results/picture.ts'
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx'

/** Loaded on demand, because a first visit has no results to show. */
const MiniPreview = lazy(() =>
  import('#features/previews/mini-preview.tsx').then((module) => ({ default: module.MiniPreview })),
)
const WorkDataPreview = lazy(() =>
  import('#features/previews/work-data-preview.tsx').then((module) => ({ default: module.WorkDataPreview })),
)

export const Route = createFileRoute('/_app/dashboard')({ component: DashboardPage })

function DashboardPage() {
  return <DashboardScreen Picture={Picture} />
}

function Picture({ data, size }: PictureProps) {
  return (
    <Suspense>
      {size === 'card' ? <MiniPreview data={data} size="card" /> : <WorkDataPreview workData={data} />}
    </Suspense>
  )
}
