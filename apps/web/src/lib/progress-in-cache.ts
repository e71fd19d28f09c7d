import type { ProgressEvent } from '@millrace/contracts/events'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { selfHref } from '@millrace/siren/read'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Writes a job's progress into every cached document that shows it, so that progress costs no request. Only the data is
 * set: `setQueryData` would mark a query as fresh that waits to be read again.
 */
export function reportProgress(queryClient: QueryClient, { ResourceLink, Progress }: ProgressEvent): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['jobs'] })) {
    const data: unknown = query.state.data
    const next = withProgress(data, ResourceLink, Progress)
    if (next !== data) query.setState({ data: next })
  }
}

/** The same value with the job's document replaced, or the very same where it isn't shown. */
function withProgress(value: unknown, href: string, progress: number): unknown {
  if (Array.isArray(value)) return mapped(value, href, progress)
  if (typeof value !== 'object' || value === null) return value
  if (!isDocument(value)) return mappedValues(value, href, progress)
  const isRunningJob = value.class.includes('Job') && value.properties.State === 'Processing'
  if (!isRunningJob || selfHref(value) !== href) return value
  return { ...value, properties: { ...value.properties, Progress: progress } }
}

function mapped(items: readonly unknown[], href: string, progress: number): readonly unknown[] {
  const next = items.map((item) => withProgress(item, href, progress))
  return next.some((item, index) => item !== items[index]) ? next : items
}

function mappedValues(value: object, href: string, progress: number): object {
  const before = Object.values(value)
  const after = mapped(before, href, progress)
  return after === before ? value : Object.fromEntries(Object.keys(value).map((key, index) => [key, after[index]]))
}

function isDocument(value: object): value is SirenDocument<JobProperties> {
  return 'class' in value && Array.isArray(value.class) && 'properties' in value
}
