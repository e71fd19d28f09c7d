import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readStart, startSearch } from '#lib/start-search.ts'

const StartSheet = lazy(() => import('./start-sheet.tsx'))

/** Opens the start panel whenever the URL says so; loaded with its first use. */
export function StartJobHost({ start }: { start: string | undefined }) {
  const navigate = useNavigate()
  if (start === undefined) return null
  const change = (next: (before: string | undefined) => string | undefined) =>
    void navigate({
      to: '.',
      search: (before: AppSearch) => ({ ...before, start: next(before.start) }),
      // Choices and closing leave no steps behind: back leads to the page before, not into a panel that is done.
      replace: true,
      resetScroll: false,
    } as never)
  return (
    <Suspense>
      <StartSheet
        start={readStart(start)}
        onStart={(next) => change((before) => startSearch(next(readStart(before ?? ''))))}
        onClose={() => change(() => undefined)}
      />
    </Suspense>
  )
}

interface AppSearch {
  start?: string
}
