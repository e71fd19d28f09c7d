import type { SirenDocument } from '@millrace/siren/document'
import type { Query, QueryClient } from '@tanstack/react-query'

type Document = SirenDocument<Record<string, unknown>>

/** Returns the replacement of a document: the same document, a changed one, or undefined to remove it. */
export type Change<P = Record<string, unknown>> = (document: SirenDocument<P>) => SirenDocument<P> | undefined

/** Arrays omit removed documents. Returns the same value if no document changed. */
function mapDocuments(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item) => mapDocuments(item, change))
    return next.some((item, index) => item !== value[index]) ? next.filter((item) => item !== undefined) : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (isDocument(value)) return change(value)
  const next = Object.entries(value).map(([key, item]) => [key, mapDocuments(item, change)] as const)
  return next.some(([key, item]) => item !== value[key as keyof typeof value]) ? Object.fromEntries(next) : value
}

/** Changes the data of a query. Doesn’t use `setQueryData`, which would mark an invalidated query as fresh. */
export function changeCached(query: Query, change: Change): void {
  const next = mapDocuments(query.state.data, change)
  if (next !== undefined && next !== query.state.data) query.setState({ data: next })
}

/**
 * Changes the data of all queries of these kinds, and returns a function that undoes the change, except in data that
 * has been replaced since.
 */
export function changeAllCached(
  queryClient: QueryClient,
  kinds: readonly string[],
  changeOf: (query: Query) => Change,
): () => void {
  const changed: { query: Query; before: unknown; after: unknown }[] = []
  for (const query of kinds.flatMap((kind) => queryClient.getQueryCache().findAll({ queryKey: [kind] }))) {
    const before: unknown = query.state.data
    changeCached(query, changeOf(query))
    if (query.state.data !== before) changed.push({ query, before, after: query.state.data })
  }
  return () => {
    for (const { query, before, after } of changed) if (query.state.data === after) query.setState({ data: before })
  }
}

function isDocument(value: object): value is Document {
  return 'class' in value && Array.isArray(value.class) && 'properties' in value
}
