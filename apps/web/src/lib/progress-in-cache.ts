import type { ProgressEvent } from '@millrace/contracts/events'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { selfHref } from '@millrace/siren/read'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Writes a job's progress into every cached document that shows it, so that progress costs no request. A reply that is on
 * its way may have been written before, so it is corrected when it arrives.
 */
export function reportProgress(queryClient: QueryClient, event: ProgressEvent): void {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ queryKey: ['jobs'] })) {
    setProgress(query, event)
    if (query.state.fetchStatus !== 'fetching') continue
    const stop = cache.subscribe((change) => {
      if (change.query !== query || query.state.fetchStatus === 'fetching') return
      stop()
      setProgress(query, event, 'if it is further')
    })
  }
}

/** Only the data is set: `setQueryData` would mark a query as fresh that waits to be read again. */
function setProgress(query: Query, { ResourceLink, Progress }: ProgressEvent, when: When = 'always'): void {
  const data: unknown = query.state.data
  const next = withProgress(data, { href: ResourceLink, progress: Progress, when })
  if (next !== data) query.setState({ data: next })
}

type When = 'always' | 'if it is further'

interface Report {
  href: string
  progress: number
  when: When
}

/** The same value with the job's document replaced, or the very same where it isn't shown. */
function withProgress(value: unknown, report: Report): unknown {
  if (Array.isArray(value)) return mapped(value, report)
  if (typeof value !== 'object' || value === null) return value
  if (!isDocument(value)) return mappedValues(value, report)
  const isRunningJob = value.class.includes('Job') && value.properties.State === 'Processing'
  if (!isRunningJob || selfHref(value) !== report.href) return value
  if (report.when === 'if it is further' && (value.properties.Progress ?? 0) >= report.progress) return value
  return { ...value, properties: { ...value.properties, Progress: report.progress } }
}

function mapped(items: readonly unknown[], report: Report): readonly unknown[] {
  const next = items.map((item) => withProgress(item, report))
  return next.some((item, index) => item !== items[index]) ? next : items
}

function mappedValues(value: object, report: Report): object {
  const before = Object.values(value)
  const after = mapped(before, report)
  return after === before ? value : Object.fromEntries(Object.keys(value).map((key, index) => [key, after[index]]))
}

function isDocument(value: object): value is SirenDocument<JobProperties> {
  return 'class' in value && Array.isArray(value.class) && 'properties' in value
}
