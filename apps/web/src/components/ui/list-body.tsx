import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { PageError } from './error-view.tsx'
import type { ListSkeletonProps } from './list-skeleton.tsx'

/** Fetched when it is needed: lists usually come with their rows. */
const ListSkeleton = lazy(() => import('./list-skeleton.tsx'))

interface ListBodyProps extends ListSkeletonProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>
  /** The title when loading failed. */
  failed: string
  isEmpty: boolean
  /** What to say when there is no row. */
  empty: ReactNode
  children: ReactNode
}

/** The rows of a list, or in their place a skeleton, the error, or what to do when there are none. */
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
