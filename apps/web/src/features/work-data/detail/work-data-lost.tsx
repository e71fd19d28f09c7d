import type { ErrorComponentProps } from '@tanstack/react-router'
import { AskForThisPage } from '#components/access-requests/ask-for-this-page.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'

/** The file is gone, or it belongs to somebody else. */
export function WorkDataMissing() {
  usePage([{ label: 'Work data', to: '/workdata/explorer' }, { label: 'Not found' }])
  return (
    <EmptyState
      title="File not found"
      action={
        <>
          <AskForThisPage />
          <ButtonLink to="/workdata/explorer">Back to work data</ButtonLink>
        </>
      }
    >
      It was deleted, or you don’t have access to it.
    </EmptyState>
  )
}

/** The file could not be loaded. */
export function WorkDataFailed({ error, reset }: ErrorComponentProps) {
  usePage([{ label: 'Work data', to: '/workdata/explorer' }, { label: 'Not loaded' }])
  return <ErrorView title="The file could not be loaded" error={error as Error} onRetry={reset} />
}
