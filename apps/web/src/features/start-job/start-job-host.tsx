import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { readStart, startSearch } from '#lib/start-search.ts'

const StartSheet = lazy(() => import('./start-sheet.tsx'))

interface StartJobHostProps {
  start: string | undefined
  preview: (file: WorkDataDocument) => ReactNode
}

/** Opens the start panel if the URL says so. Its code is loaded on first use. */
export function StartJobHost({ start, preview }: StartJobHostProps) {
  const navigate = useNavigate()
  const { history } = useRouter()
  if (start === undefined) return null
  const change = (next: (before: string | undefined) => string | undefined) =>
    void navigate({
      to: '.',
      search: (before: AppSearch) => ({ ...before, start: next(before.start) }),
      // Selections and closing replace the history entry, so that Back leads to the previous page, not to a closed
      // panel.
      replace: true,
      resetScroll: false,
    } as never)

  /**
   * Closes the panel, unless the URL no longer opens it. While the panel is closing, a click on the toast of a new job
   * also counts as a click outside of the panel. Closing again would undo the navigation of the toast, which the router
   * may not have noticed yet.
   */
  function close() {
    if (new URLSearchParams(history.location.search).has('start')) change(() => undefined)
  }

  return (
    <Suspense>
      <StartSheet
        start={readStart(start)}
        preview={preview}
        onStart={(next) => change((before) => startSearch(next(readStart(before ?? ''))))}
        onClose={close}
      />
    </Suspense>
  )
}

interface AppSearch {
  start?: string
}
