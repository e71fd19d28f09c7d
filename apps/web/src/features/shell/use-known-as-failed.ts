import { useQueryClient } from '@tanstack/react-query'
import { type JobPage, jobQueries } from '#features/jobs/jobs.queries.ts'
import { decodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'

/**
 * Returns whether a path is that of a job that a cached list shows as failed. Pages of failed jobs have their own
 * skeleton.
 */
export function useKnownAsFailed(path: string): boolean {
  const client = useQueryClient()
  const href = decodeLink(/^\/jobs\/([^/]+)$/.exec(path)?.[1] ?? '')
  if (href === undefined) return false
  const lists = client.getQueriesData<JobPage>({ queryKey: [...jobQueries.all, 'list'] })
  return lists.some(([, page]) => page?.jobs.some((job) => selfHref(job) === href && job.properties.State === 'Error'))
}
