import type { ErrorComponentProps } from '@tanstack/react-router'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { usePage } from '#lib/page.ts'

/** The file is gone, belongs to somebody else, or could not be loaded. */
export function WorkDataLost({ error, reset }: ErrorComponentProps) {
  usePage([{ label: 'Work data', to: '/workdata/explorer' }, { label: 'Not found' }])
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState
        title="There is no such file"
        action={<ButtonLink to="/workdata/explorer">Back to work data</ButtonLink>}
      >
        It was deleted, or it belongs to another organization.
      </EmptyState>
    )
  }
  return <ErrorView title="The file could not be loaded" error={error as Error} onRetry={reset} />
}
