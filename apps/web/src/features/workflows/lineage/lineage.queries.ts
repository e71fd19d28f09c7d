import { queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { filesIn, inputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'

const JOBS_MAX = 100

/** A job and the jobs whose results it was made from, each after those that it follows. */
export function lineageQuery(jobHref: string) {
  return queryOptions({
    queryKey: [...jobQueries.all, 'lineage', jobHref],
    queryFn: async ({ client }): Promise<JobDocument[]> => {
      const found = new Map<string, JobDocument>()
      const ordered = new Map<string, JobDocument>()
      async function visit(href: string): Promise<void> {
        if (found.has(href)) return
        if (found.size >= JOBS_MAX)
          throw new Error(`More than ${JOBS_MAX} jobs led to this result, too many for one workflow.`)
        const job = await client.fetchQuery(jobQueries.detail(href))
        found.set(href, job)
        for (const file of inputSlots(job).flatMap(filesIn)) {
          const producer = hrefOf(file, 'ProducedByJob')
          if (producer) await visit(producer).catch((error: unknown) => ignoreGone(error))
        }
        ordered.set(selfHref(job), job)
      }
      await visit(jobHref)
      return [...ordered.values()]
    },
    staleTime: 0,
  })
}

/** The file of a job that was deleted becomes an input of the workflow. */
function ignoreGone(error: unknown): void {
  if ((error as { status?: number }).status !== 404) throw error
}
