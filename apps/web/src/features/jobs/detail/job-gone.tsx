import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

/** Fetched when a page was not found. In a file of its own, the bundler would move it to the first scripts. */
const AskForThisPage = lazy(() =>
  import('#components/access-requests/ask-for-access.tsx').then((module) => ({ default: module.AskForThisPage })),
)

export function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404
}

/** A job that is gone looks like one that belongs to somebody else. */
export function JobGone() {
  return <NotFound action={BACK} />
}

const BACK = (
  <Link to="/jobs" className={buttonClass()}>
    {texts.backToJobs}
  </Link>
)

function NotFound({ action }: { action: ReactNode }) {
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: texts.notFound }])
  return (
    <EmptyState level={1} title={texts.jobNotFound} action={action}>
      {texts.itWasDeleted}
    </EmptyState>
  )
}

/** The same for an address that led to it, with a way to ask the owner. */
export function JobMissing() {
  return (
    <NotFound
      action={
        <Suspense fallback={BACK}>
          <AskForThisPage back={BACK} />
        </Suspense>
      }
    />
  )
}

/** Any other failure can be tried again. */
export function JobFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: texts.job }])
  return (
    <ErrorView
      title={texts.theJobCouldNotBeLoaded}
      error={error as Error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
