import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readStart, type StartWith, startSearch } from '#lib/start-search.ts'

const StartSheet = lazy(() => import('./start-sheet.tsx'))

/** Opens the start panel whenever the URL says so; loaded with its first use. */
export function StartJobHost({ start }: { start: string | undefined }) {
  const navigate = useNavigate()
  if (start === undefined) return null
  const change = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, start: next }),
      replace: next !== undefined,
      resetScroll: false,
    } as never)
  return (
    <Suspense>
      <StartSheet
        start={readStart(start)}
        onStart={(next: StartWith) => change(startSearch(next))}
        onClose={() => change(undefined)}
      />
    </Suspense>
  )
}
