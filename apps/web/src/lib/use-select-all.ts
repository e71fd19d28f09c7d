import { useMutation } from '@tanstack/react-query'
import type { useSelection } from './use-selection.ts'

interface First<T> {
  rows: readonly T[]
  /** How many rows the list has. */
  total: number
}

/**
 * Selects all rows of a list, or as many as can be read at once. Not if the filter has changed or the selection was left by
 * the time the rows are there: nobody would expect them.
 */
export function useSelectAll<T>(selection: ReturnType<typeof useSelection<T>>, read: () => Promise<First<T>>) {
  const { mutate } = useMutation({
    mutationFn: (_: typeof selection.pass) => read(),
    onSuccess: ({ rows, total }, asked) => selection.replace(rows, total, asked),
  })
  return () => mutate(selection.pass)
}
