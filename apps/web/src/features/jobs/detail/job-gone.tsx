import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { usePage } from '#lib/page.ts'

export function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404
}

/** A job that is gone looks like one that belongs to somebody else. */
export function JobGone() {
  usePage([{ label: 'Jobs', to: '/jobs' }, { label: 'Job' }])
  return (
    <EmptyState
      title="Job not found"
      action={
        <Link to="/jobs" className={buttonClass()}>
          Back to jobs
        </Link>
      }
    >
      It was deleted, or you don’t have access to it.
    </EmptyState>
  )
}

/** Any other failure can be tried again. */
export function JobFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePage([{ label: 'Jobs', to: '/jobs' }, { label: 'Job' }])
  return (
    <ErrorView
      title="The job could not be loaded"
      error={error as Error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
