import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorView } from './error-view.tsx'
import { type CardKind, SkeletonCards, SkeletonRows } from './skeleton.tsx'
import { TableFrame } from './table.tsx'

interface ListBodyProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>
  /** The title when loading failed. */
  failed: string
  isEmpty: boolean
  /** The cards that come instead of rows. */
  cards?: CardKind | undefined
  /** What to say when there is no row. */
  empty: ReactNode
  children: ReactNode
}

/** The rows of a list, or in their place a skeleton, the error, or what to do when there are none. */
export function ListBody({ query, failed, isEmpty, cards, empty, children }: ListBodyProps) {
  if (query.isPending) {
    return <TableFrame>{cards ? <SkeletonCards of={cards} /> : <SkeletonRows rows={12} withHead />}</TableFrame>
  }
  if (query.isError && !query.data) {
    return <ErrorView title={failed} error={query.error ?? new Error(failed)} onRetry={() => void query.refetch()} />
  }
  return isEmpty ? empty : children
}
