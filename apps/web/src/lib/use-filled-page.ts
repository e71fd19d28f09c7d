import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hiddenByFolds, type Tagged } from './fold-sweeps.ts'
import { type SirenDocument, selfHref } from './siren.ts'
import { type SlicedQuery, useSlicedQuery } from './use-sliced-query.ts'

type Counts = Pick<QueryResultProperties, 'CurrentEntitiesCount' | 'TotalEntities'>

interface Pagination {
  PageSize: number
  PageOffset: number
}

interface FilledPageOptions<Page, Key extends QueryKey> {
  /** Whether the page folds sweeps, and where it starts. */
  folds: boolean
  offset: number
  /** Reads another page of the same list. */
  read: (pagination: Pagination) => UseQueryOptions<Page, Error, Page, Key>
}

/**
 * A page of a list that folds sweeps, with as many of the resources that follow as folding leaves room for. Otherwise, a
 * sweep would use up the page.
 */
export function useFilledPage<
  Name extends string,
  Page extends Counts & Record<Name, (SirenDocument<unknown> & Tagged)[]>,
  Key extends QueryKey,
>(query: SlicedQuery<Page>, name: Name, { folds, offset, read }: FilledPageOptions<Page, Key>): SlicedQuery<Page> {
  const page = query.data
  const room = page && folds ? hiddenByFolds(page[name]) : 0
  const next = offset + (page?.CurrentEntitiesCount ?? 0)
  const { data: rest } = useSlicedQuery({
    ...read({ PageSize: Math.max(1, room), PageOffset: next }),
    enabled: room > 0 && next < (page?.TotalEntities ?? 0),
    placeholderData: undefined,
  })
  const data = useMemo(() => (page && rest && room > 0 ? joined(page, rest, name) : page), [page, rest, room, name])
  return { ...query, data }
}

/** The later page may still contain what has moved to the first one meanwhile. */
function joined<Name extends string, Page extends Counts & Record<Name, SirenDocument<unknown>[]>>(
  page: Page,
  rest: Page,
  name: Name,
): Page {
  const known = new Set(page[name].map(selfHref))
  const all = [...page[name], ...rest[name].filter((one) => !known.has(selfHref(one)))]
  return { ...page, [name]: all, CurrentEntitiesCount: all.length }
}
