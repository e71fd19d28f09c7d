import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type SirenDocument, selfHref } from './siren.ts'
import { type SlicedQuery, useSlicedQuery } from './use-sliced-query.ts'

type Counts = Pick<QueryResultProperties, 'CurrentEntitiesCount' | 'TotalEntities'>

interface FilledPageOptions<Name extends keyof Page, Page, Key extends QueryKey> {
  /** How many of these resources share a row with others. */
  hiddenIn: (listed: Page[Name]) => number
  /** Where the page starts. */
  offset: number
  /** Reads the next page. */
  next: UseQueryOptions<Page, Error, Page, Key>
}

/**
 * A page of a list that folds sweeps, filled up with resources from the next page so that a folded sweep does not leave it
 * nearly empty. The whole next page is read, because the number of free rows changes with the list.
 */
export function useFilledPage<
  Name extends string,
  Page extends Counts & Record<Name, SirenDocument<unknown>[]>,
  Key extends QueryKey,
>(
  query: SlicedQuery<Page>,
  name: Name,
  { hiddenIn, offset, next }: FilledPageOptions<Name, Page, Key>,
): SlicedQuery<Page> {
  const page = query.data
  const room = page && !query.isPlaceholderData ? hiddenIn(page[name]) : 0
  const enabled = room > 0 && offset + (page?.CurrentEntitiesCount ?? 0) < (page?.TotalEntities ?? 0)
  const { data: rest } = useSlicedQuery({ ...next, enabled, placeholderData: undefined })
  const data = useMemo(() => {
    if (!page || !rest || room === 0) return page
    // What has moved to the first page meanwhile may still be on the next.
    const known = new Set(page[name].map(selfHref))
    const others = rest[name].filter((one) => !known.has(selfHref(one))).slice(0, room)
    const all = [...page[name], ...others]
    return { ...page, [name]: all, CurrentEntitiesCount: all.length }
  }, [page, rest, room, name])
  return { ...query, data }
}
