import { useMutation } from '@tanstack/react-query'
import type { useSelection } from './use-selection.ts'

interface First<T> {
  rows: readonly T[]
  /** The number of rows of the list. */
  total: number
}

/**
 * Returns a function that selects as many rows as one request can read, unless the filter or the selection changes
 * before they arrive.
 */
export function useSelectAll<T>(selection: ReturnType<typeof useSelection<T>>, read: () => Promise<First<T>>) {
  const { mutate } = useMutation({
    mutationFn: (_: typeof selection.pass) => read(),
    onSuccess: ({ rows, total }, asked) => selection.replace(rows, total, asked),
  })
  return () => mutate(selection.pass)
}
