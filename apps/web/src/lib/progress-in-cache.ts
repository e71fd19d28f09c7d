import type { ProgressEvent } from '@millrace/contracts/events'
import type { JobProperties } from '@millrace/contracts/jobs'
import { selfHref } from '@millrace/siren/read'
import type { Query, QueryClient } from '@tanstack/react-query'
import { changeCached } from './cached-documents.ts'

/**
 * Writes a job's progress into every cached document that shows it, so that progress costs no request. A reply in
 * transit may be older than the event, so it is corrected when it arrives.
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

type When = 'always' | 'if it is further'

function setProgress(query: Query, { ResourceLink, Progress }: ProgressEvent, when: When = 'always'): void {
  changeCached(query, (document) => {
    const { State, Progress: before } = document.properties as Pick<JobProperties, 'State' | 'Progress'>
    const isRunningJob = document.class.includes('Job') && State === 'Processing'
    if (!isRunningJob || selfHref(document) !== ResourceLink) return document
    if (when === 'if it is further' && (before ?? 0) >= Progress) return document
    return { ...document, properties: { ...document.properties, Progress } }
  })
}
