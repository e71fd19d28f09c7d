import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

export type SlicedQuery<T> = Pick<
  UseQueryResult<T>,
  'isPending' | 'isPlaceholderData' | 'isError' | 'error' | 'refetch'
> & {
  data: T | undefined
}

/**
 * Returns a query whose data is rendered in slices, between which the browser can handle input. In one task, as React
 * renders external stores, a whole list takes more than 100 ms on a slow phone.
 */
export function useSlicedQuery<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>): SlicedQuery<T> {
  const { data, isPending, isPlaceholderData, isError, error, refetch } = useQuery(options)
  const drawn = useDeferredValue(data)
  const isDrawing = data !== undefined && drawn === undefined
  return { data: drawn, isPending: isPending || isDrawing, isPlaceholderData, isError, error, refetch }
}
