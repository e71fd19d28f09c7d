import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

export type SlicedQuery<T> = Pick<
  UseQueryResult<T>,
  'isPending' | 'isPlaceholderData' | 'isError' | 'error' | 'refetch'
> & {
  data: T | undefined
}

/**
 * A query whose data is rendered in slices between which the browser can handle input. Otherwise, React would render
 * the data in one task, because queries are an external store. For a whole list on a slow phone, that task takes more
 * than 100 ms.
 */
export function useSlicedQuery<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>): SlicedQuery<T> {
  const { data, isPending, isPlaceholderData, isError, error, refetch } = useQuery(options)
  const drawn = useDeferredValue(data)
  const isDrawing = data !== undefined && drawn === undefined
  return { data: drawn, isPending: isPending || isDrawing, isPlaceholderData, isError, error, refetch }
}
