import { queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { filesIn, inputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'

const JOBS_MAX = 100

/** Jobs and those whose results they were made from, each after the jobs that it follows. */
export interface Lineage {
  jobs: JobDocument[]
  /** The jobs that were asked for. */
  last: ReadonlySet<JobDocument>
}

/** What led to the results of jobs. */
export function lineageQuery(jobHrefs: readonly string[]) {
  return queryOptions({
    queryKey: [...jobQueries.all, 'lineage', ...jobHrefs],
    queryFn: async ({ client }): Promise<Lineage> => {
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
      for (const href of jobHrefs) await visit(href)
      return { jobs: [...ordered.values()], last: new Set(jobHrefs.flatMap((href) => found.get(href) ?? [])) }
    },
    staleTime: 0,
  })
}

/** The file of a job that was deleted becomes an input of the workflow. */
function ignoreGone(error: unknown): void {
  if ((error as { status?: number }).status !== 404) throw error
}
