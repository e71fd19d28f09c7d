import { useQueryClient } from '@tanstack/react-query'
import { type JobPage, jobQueries } from '#features/jobs/jobs.queries.ts'
import { decodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'

/** Whether the page of a job is loading that a list has shown as failed: such a page looks different. */
export function useKnownAsFailed(path: string): boolean {
  const client = useQueryClient()
  const href = decodeLink(/^\/jobs\/([^/]+)$/.exec(path)?.[1] ?? '')
  if (href === undefined) return false
  const lists = client.getQueriesData<JobPage>({ queryKey: [...jobQueries.all, 'list'] })
  return lists.some(([, page]) => page?.jobs.some((job) => selfHref(job) === href && job.properties.State === 'Error'))
}
