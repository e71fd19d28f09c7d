import type { ErrorComponentProps } from '@tanstack/react-router'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { usePage } from '#lib/page.ts'

/** The step is gone, belongs to somebody else, or could not be loaded. */
export function StepLost({ error, reset }: ErrorComponentProps) {
  usePage([{ label: 'Processing steps', to: '/processing-steps' }, { label: 'Not found' }])
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState
        title="There is no such step"
        action={<ButtonLink to="/processing-steps">Back to processing steps</ButtonLink>}
      >
        It was removed, or it belongs to another organization.
      </EmptyState>
    )
  }
  return <ErrorView title="The step could not be loaded" error={error as Error} onRetry={reset} />
}
