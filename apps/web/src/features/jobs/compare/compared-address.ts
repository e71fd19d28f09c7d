import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { decodeLink } from '#lib/link-code.ts'
import { throwNotFound } from '#lib/not-found.ts'
import { jobQueries } from '../jobs.queries.ts'

/** Link codes of two jobs, as used in the URL of a job's page. */
export interface ComparedJobs {
  a?: string
  b?: string
}

/**
 * Loads both jobs of a comparison and returns their URLs. Throws notFound() if a link code is invalid or a job isn't
 * found.
 */
export async function loadCompared(client: QueryClient, { a = '', b = '' }: ComparedJobs) {
  const [before, after] = [decodeLink(a), decodeLink(b)]
  if (!before || !after) throw notFound()
  await Promise.all([before, after].map((href) => client.ensureQueryData(jobQueries.detail(href)))).catch(throwNotFound)
  return { hrefs: [before, after] as const }
}

/** Swaps the two jobs in the search parameters of a comparison. */
export function swapped<Search extends ComparedJobs>({ a, b, ...rest }: Search) {
  return { ...rest, ...(b && { a: b }), ...(a && { b: a }) }
}
