import { useMutation } from '@tanstack/react-query'
import type { useSelection } from './use-selection.ts'

interface First<T> {
  rows: readonly T[]
  /** The number of rows of the list. */
  total: number
}

/**
 * Selects all rows of a list, or as many as can be read at once. Has no effect if the filter was changed or the
 * selection was cleared before the rows arrive, because the user would no longer expect it.
 */
export function useSelectAll<T>(selection: ReturnType<typeof useSelection<T>>, read: () => Promise<First<T>>) {
  const { mutate } = useMutation({
    mutationFn: (_: typeof selection.pass) => read(),
    onSuccess: ({ rows, total }, asked) => selection.replace(rows, total, asked),
  })
  return () => mutate(selection.pass)
}
