import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'

/** Fetched when a page was not found. In a file of its own, the bundler would move it to the first scripts. */
const AskForThisPage = lazy(() =>
  import('#components/access-requests/ask-for-access.tsx').then((module) => ({ default: module.AskForThisPage })),
)

const BACK = <ButtonLink to="/workdata/explorer">Back to work data</ButtonLink>

/** The file is gone, or it belongs to somebody else. */
export function WorkDataMissing() {
  usePage([{ label: 'Work data', to: '/workdata/explorer' }, { label: 'Not found' }])
  return (
    <EmptyState
      level={1}
      title="File not found"
      action={
        <Suspense fallback={BACK}>
          <AskForThisPage back={BACK} />
        </Suspense>
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
