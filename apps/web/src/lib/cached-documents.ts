import type { SirenDocument } from '@millrace/siren/document'
import type { Query, QueryClient } from '@tanstack/react-query'

type Document = SirenDocument<Record<string, unknown>>

/** The document to show in place of another: the same, a changed one, or none. */
export type Change<P = Record<string, unknown>> = (document: SirenDocument<P>) => SirenDocument<P> | undefined

/**
 * The same value with its documents changed, wherever they are, or the very same value if none changed. Lists leave out
 * documents that a change removes.
 */
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

/** Changes what a query has read. `setQueryData` would mark a query as fresh that waits to be read again. */
export function changeCached(query: Query, change: Change): void {
  const next = mapDocuments(query.state.data, change)
  if (next !== undefined && next !== query.state.data) query.setState({ data: next })
}

/** Changes what all queries of these kinds have read, and returns how to take that back. */
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
