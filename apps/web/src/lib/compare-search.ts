import type { JobProperties } from '@millrace/contracts/jobs'
import { encodeLink } from './link-code.ts'
import { type SirenDocument, selfHref } from './siren.ts'

type JobDocument = SirenDocument<JobProperties>

/** Returns the search parameters of the comparison of two jobs, with the older job on the left. */
export function compareSearch(jobs: readonly [JobDocument, JobDocument]): { a: string; b: string } {
  const [older, newer] = jobs.toSorted((a, b) => a.properties.CreatedAt.localeCompare(b.properties.CreatedAt))
  const code = (job: JobDocument | undefined) => (job ? encodeLink(selfHref(job)) : '')
  return { a: code(older), b: code(newer) }
}
