import type { ErrorComponentProps } from '@tanstack/react-router'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'

/** The step is gone, or it belongs to somebody else. */
export function StepMissing() {
  usePage([{ label: 'Processing steps', to: '/processing-steps' }, { label: 'Not found' }])
  return (
    <EmptyState
      level={1}
      title="Step not found"
      action={<ButtonLink to="/processing-steps">Back to processing steps</ButtonLink>}
    >
      It was deleted, or you don’t have access to it.
    </EmptyState>
  )
}

/** The step could not be loaded. */
export function StepFailed({ error, reset }: ErrorComponentProps) {
  usePage([{ label: 'Processing steps', to: '/processing-steps' }, { label: 'Not loaded' }])
  return <ErrorView title="The step could not be loaded" error={error as Error} onRetry={reset} />
}
