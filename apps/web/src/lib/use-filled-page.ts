import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fillPage } from './fill-page.ts'
import { hiddenByFolds, sweepRuns } from './fold-sweeps.ts'
import { type SirenDocument, selfHref } from './siren.ts'
import { type SlicedQuery, useSlicedQuery } from './use-sliced-query.ts'

type Counts = Pick<QueryResultProperties, 'CurrentEntitiesCount' | 'TotalEntities'>
type Listed = SirenDocument<{ Tags: string[] }>

interface FilledPageOptions<Page, Key extends QueryKey> {
  /** Whether the list collapses sweeps. */
  folds: boolean
  /** Whether the resources of a sweep are listed individually if the page contains nothing else. */
  unfoldsAlone?: boolean
  offset: number
  /** Query for the resources after the page. */
  after: UseQueryOptions<Page, Error, Page, Key>
}

/**
 * Returns a query whose page, if sweeps are collapsed, is filled up with following resources, so that it isn’t nearly
 * empty.
 */
export function useFilledPage<Name extends string, Page extends Counts & Record<Name, Listed[]>, Key extends QueryKey>(
  query: SlicedQuery<Page>,
  name: Name,
  { folds, unfoldsAlone = false, offset, after }: FilledPageOptions<Page, Key>,
): SlicedQuery<Page> {
  const page = query.data
  const hasRoom = folds && page && !query.isPlaceholderData && hiddenByFolds(page[name]) > 0
  const enabled = hasRoom === true && offset + page.CurrentEntitiesCount < page.TotalEntities
  const { data: rest } = useSlicedQuery({ ...after, enabled, placeholderData: undefined })
  const data = useMemo(() => {
    if (!page || !rest || !enabled) return page
    // Resources that have moved to this page in the meantime may also be in the data of the following page.
    const known = new Set(page[name].map(selfHref))
    const all = fillPage(
      page[name],
      rest[name].filter((one) => !known.has(selfHref(one))),
    )
    if (unfoldsAlone && sweepRuns(all).length === 1) return page
    return { ...page, [name]: all, CurrentEntitiesCount: all.length }
  }, [page, rest, enabled, unfoldsAlone, name])
  return { ...query, data }
}
