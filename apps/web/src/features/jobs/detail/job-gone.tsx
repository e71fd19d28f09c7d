import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { usePage } from '#lib/page.ts'

/** A job that is gone looks like one that belongs to somebody else; any other failure can be tried again. */
export function JobGone({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePage([{ label: 'Jobs', to: '/jobs' }, { label: 'Job' }])
  const back = (
    <Link to="/jobs" className={buttonClass()}>
      Back to jobs
    </Link>
  )
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState title="There is no such job." action={back}>
        It was deleted, or it belongs to somebody else.
      </EmptyState>
    )
  }
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
