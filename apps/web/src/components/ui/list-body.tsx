import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { PageError } from './error-view.tsx'
import type { ListSkeletonProps } from './list-skeleton.tsx'

/** Loaded on demand, because lists usually have their rows when they are rendered. */
const ListSkeleton = lazy(() => import('./list-skeleton.tsx'))

interface ListBodyProps extends ListSkeletonProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>
  /** The title of the error if loading failed. */
  failed: string
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

/** The rows of a list, or instead of them a placeholder, an error, or the empty state. */
export function ListBody({ query, failed, isEmpty, empty, children, ...skeleton }: ListBodyProps) {
  if (query.isPending) {
    return (
      <Suspense>
        <ListSkeleton {...skeleton} />
      </Suspense>
    )
  }
  if (query.isError && !query.data) {
    return <PageError title={failed} error={query.error ?? new Error(failed)} onRetry={() => void query.refetch()} />
  }
  return isEmpty ? empty : children
}
