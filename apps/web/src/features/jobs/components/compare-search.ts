import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

/** The address of the comparison of two jobs. The one that was created first is on the left. */
export function compareSearch(jobs: readonly [JobDocument, JobDocument]): { a: string; b: string } {
  const [older, newer] = jobs.toSorted((a, b) => a.properties.CreatedAt.localeCompare(b.properties.CreatedAt))
  const code = (job: JobDocument | undefined) => (job ? encodeLink(selfHref(job)) : '')
  return { a: code(older), b: code(newer) }
}
