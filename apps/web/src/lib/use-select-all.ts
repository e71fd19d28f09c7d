import { useMutation } from '@tanstack/react-query'
import type { useSelection } from './use-selection.ts'

interface First<T> {
  rows: readonly T[]
  /** How many rows the list has. */
  total: number
}

/**
 * Selects all rows of a list, or as many as can be read at once. Not if the filter has changed by the time the rows are
 * there: nobody would see them.
 */
export function useSelectAll<T>(selection: ReturnType<typeof useSelection<T>>, read: () => Promise<First<T>>) {
  const { mutate } = useMutation({
    mutationFn: (_list: string) => read(),
    onSuccess: ({ rows, total }, list) => {
      if (list === selection.list) selection.replace(rows, total)
    },
  })
  return () => mutate(selection.list)
}
