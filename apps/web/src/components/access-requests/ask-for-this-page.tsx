import { lazy, Suspense } from 'react'

const Ask = lazy(() => import('./ask-for-access.tsx').then((module) => ({ default: module.AskForThisPage })))

/** Fetched when a page was not found, because every list carries its message. */
export function AskForThisPage() {
  return (
    <Suspense>
      <Ask />
    </Suspense>
  )
}
