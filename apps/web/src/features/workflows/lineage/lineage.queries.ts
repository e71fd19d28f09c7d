import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { filesIn, inputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { forEachLimited } from '#lib/undo.ts'
import { workflowQueries } from '../workflows.queries.ts'

/** Maximum number of jobs in a lineage. A fan-in of a few hundred files is common, such as one per station. */
const JOBS_MAX = 500

/** Jobs and the jobs that produced their inputs, in topological order: each job comes after those it depends on. */
export interface Lineage {
  jobs: JobDocument[]
  /** The requested jobs. */
  last: ReadonlySet<JobDocument>
  /** The definition that ran, if the only requested job is an execution whose definition still exists. */
  definition?: WorkflowDefinition | undefined
}

/** Loads the given jobs and all jobs that led to their inputs. */
export function lineageQuery(jobHrefs: readonly string[]) {
  return queryOptions({
    queryKey: [...jobQueries.all, 'lineage', ...jobHrefs],
    queryFn: async ({ client }): Promise<Lineage> => {
      const found = await readJobs(client, jobHrefs)
      const last = new Set(jobHrefs.flatMap((href) => found.get(href) ?? []))
      return { jobs: inOrder(jobHrefs, found), last, definition: await definitionOf(client, [...last]) }
    },
    staleTime: 0,
  })
}

/** Loads jobs and their predecessors, level by level. Deleted predecessors are left out. */
async function readJobs(client: QueryClient, jobHrefs: readonly string[]): Promise<Map<string, JobDocument>> {
  const found = new Map<string, JobDocument>()
  const asked = new Set<string>()
  for (let level = [...new Set(jobHrefs)], isFirst = true; level.length > 0; isFirst = false) {
    for (const href of level) asked.add(href)
    if (asked.size > JOBS_MAX)
      throw new Error(`More than ${JOBS_MAX} jobs led to this result, too many for one workflow.`)
    const before = new Set<string>()
    await forEachLimited(level, async (href) => {
      const read = client.fetchQuery(jobQueries.detail(href))
      const job = await (isFirst ? read : read.catch(ignoreGone))
      if (!job) return
      found.set(href, job)
      for (const producer of producersOf(job)) if (!asked.has(producer)) before.add(producer)
    })
    level = [...before]
  }
  return found
}

function producersOf(job: JobDocument): string[] {
  return inputSlots(job)
    .flatMap(filesIn)
    .flatMap((file) => hrefOf(file, 'ProducedByJob') ?? [])
}

/** Sorts jobs so that each comes after those it depends on. */
function inOrder(jobHrefs: readonly string[], found: ReadonlyMap<string, JobDocument>): JobDocument[] {
  const ordered = new Map<string, JobDocument>()
  const begun = new Set<string>()
  function visit(href: string): void {
    const job = found.get(href)
    if (!job || begun.has(href)) return
    begun.add(href)
    for (const producer of producersOf(job)) visit(producer)
    ordered.set(href, job)
  }
  for (const href of jobHrefs) visit(href)
  return [...ordered.values()]
}

async function definitionOf(client: QueryClient, [only, ...others]: readonly JobDocument[]) {
  if (!only || others.length > 0 || only.properties.Processing?.FunctionName !== EXECUTE_WORKFLOW) return undefined
  const [workflow] = inputSlots(only).flatMap(filesIn)
  if (!workflow) return undefined
  const file = await client.fetchQuery(workDataQueries.detail(selfHref(workflow))).catch(ignoreGone)
  return file && (await client.fetchQuery(workflowQueries.content(file))).definition
}

/** A file of a deleted job becomes an input of the workflow. */
function ignoreGone(error: unknown): undefined {
  if ((error as { status?: number }).status !== 404) throw error
}
