import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { filesIn, inputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { workflowQueries } from '../workflows.queries.ts'

const JOBS_MAX = 100

/** Jobs and those whose results they were made from, each after the jobs that it follows. */
export interface Lineage {
  jobs: JobDocument[]
  /** The jobs that were asked for. */
  last: ReadonlySet<JobDocument>
  /** What ran, if the only job that was asked for is an execution whose definition still exists. */
  definition?: WorkflowDefinition | undefined
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
      const last = new Set(jobHrefs.flatMap((href) => found.get(href) ?? []))
      return { jobs: [...ordered.values()], last, definition: await definitionOf(client, [...last]) }
    },
    staleTime: 0,
  })
}

async function definitionOf(client: QueryClient, [only, ...others]: readonly JobDocument[]) {
  if (!only || others.length > 0 || only.properties.Processing?.FunctionName !== EXECUTE_WORKFLOW) return undefined
  const [workflow] = inputSlots(only).flatMap(filesIn)
  if (!workflow) return undefined
  const file = await client.fetchQuery(workDataQueries.detail(selfHref(workflow))).catch(ignoreGone)
  return file && (await client.fetchQuery(workflowQueries.content(file))).definition
}

/** The file of a job that was deleted becomes an input of the workflow. */
function ignoreGone(error: unknown): undefined {
  if ((error as { status?: number }).status !== 404) throw error
}
