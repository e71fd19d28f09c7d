import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type StartWith, startSearch } from './start-search.ts'

/**
 * Returns a function that opens the start panel over the current page, with data, a step or an earlier job filled in.
 */
export function useStartJob(): (startWith?: StartWith) => void {
  const navigate = useNavigate()
  return useCallback(
    (startWith) => {
      const start = startSearch(startWith)
      void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, start }) } as never)
    },
    [navigate],
  )
}
