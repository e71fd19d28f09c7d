import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

/**
 * Loaded only if the file is not found. The import is repeated in each feature, because the bundler would move a shared
 * one into the entry chunk.
 */
const AskForThisPage = lazy(() =>
  import('#components/access-requests/ask-for-access.tsx').then((module) => ({ default: module.AskForThisPage })),
)

const BACK = <ButtonLink to="/workdata/explorer">{texts.backToWorkData}</ButtonLink>

/** Shown if the file was deleted or belongs to another user. */
export function WorkDataNotFound() {
  usePage([{ label: texts.workData, to: '/workdata/explorer' }, { label: texts.notFound }])
  return (
    <EmptyState
      level={1}
      title={texts.fileNotFound}
      action={
        <Suspense fallback={BACK}>
          <AskForThisPage back={BACK} />
        </Suspense>
      }
    >
      {texts.itWasDeleted}
    </EmptyState>
  )
}

export function WorkDataLoadError({ error, reset }: ErrorComponentProps) {
  usePage([{ label: texts.workData, to: '/workdata/explorer' }, { label: texts.file }])
  return (
    <PageError level={1} title={texts.theFileCouldNotBeLoaded} error={error as Error} onRetry={reset}>
      {BACK}
    </PageError>
  )
}
