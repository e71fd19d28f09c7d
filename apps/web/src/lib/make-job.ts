import type { JobProperties } from '@millrace/contracts/jobs'
import { ApiProblem } from './api.ts'
import {
  hasSetup,
  isStarted,
  type JobDocument,
  type JobPlan,
  missingParts,
  missingText,
  type StartPart,
} from './job-parts.ts'
import { randomId } from './random-id.ts'
import { actionOf, readDocument, runAction, type SirenDocument, selfHref } from './siren.ts'

/**
 * What a retry continues: a job, or its creation, which may have succeeded without a reply. The creation is repeated
 * with the plan of the first attempt, because the server refuses a key that it knows from a different request.
 */
export type Attempt = { jobHref: string } | { key: string; plan: JobPlan }

/** Thrown if a job can’t be created, set up or started. `attempt` is what a retry continues. */
export class StartFailure extends Error {
  readonly part: 'create' | StartPart['kind']
  readonly slot: string | undefined
  readonly attempt: Attempt
  readonly problem: ApiProblem | undefined

  constructor(cause: unknown, at: { part: 'create' | StartPart['kind']; slot?: string; attempt: Attempt }) {
    super(cause instanceof Error ? cause.message : 'Error creating job', { cause })
    this.name = 'StartFailure'
    this.part = at.part
    this.slot = at.slot
    this.attempt = at.attempt
    this.problem = cause instanceof ApiProblem ? cause : undefined
  }
}

interface MakeOptions {
  /** The attempt to continue. Its draft is updated to match the plan. */
  attempt?: Attempt | undefined
  start: boolean
}

/** Creates the planned job, starts it if `start` is true, and resolves with its latest document. */
export async function makeJob(root: SirenDocument, plan: JobPlan, options: MakeOptions): Promise<JobDocument> {
  let job = await jobFor(root, plan, options.attempt)
  const href = selfHref(job)
  const tried = new Set<string>()
  for (;;) {
    const part = missingParts(job, plan, options).find((candidate) => !tried.has(keyOf(candidate)))
    if (!part) return job
    tried.add(keyOf(part))
    await runPart(part, href)
    job = await readJob(href)
  }
}

/**
 * Returns the job of the attempt. Creates a new job if there is no attempt, if the job of the attempt was deleted or
 * was started with another setup, or if the server refuses to create it.
 */
async function jobFor(root: SirenDocument, plan: JobPlan, attempt: Attempt | undefined): Promise<JobDocument> {
  const jobOf = async (from: Attempt) => readJob('jobHref' in from ? from.jobHref : await createJob(root, from))
  const earlier =
    attempt &&
    (await jobOf(attempt).catch((error: StartFailure) => {
      if (error.problem?.status === 404 || error.problem?.status === 422) return undefined
      throw error
    }))
  return earlier && (!isStarted(earlier) || hasSetup(earlier, plan)) ? earlier : jobOf({ key: randomId(), plan })
}

async function createJob(root: SirenDocument, attempt: { key: string; plan: JobPlan }): Promise<string> {
  const action = actionOf(root, 'CreateJob')
  const missing = new ApiProblem(400, 'Error creating job', { detail: 'Error creating job' })
  if (!action) throw new StartFailure(missing, { part: 'create', attempt })
  const run = (input: object, idempotencyKey: string) => runAction(action, input, { idempotencyKey })
  const { name: Name, againOf: AgainOfUrl, isTrial: IsTrial } = attempt.plan
  const input = { Name, ...(IsTrial && { IsTrial }) }
  const href = await run({ ...input, ...(AgainOfUrl && { AgainOfUrl }) }, attempt.key)
    // The job to run again may have been deleted or belong to another owner. The new job does not need it.
    .catch((cause: unknown) => {
      if (!isAboutEarlierJob(cause)) throw cause
      return run(input, `${attempt.key}-alone`)
    })
    .catch((cause: unknown) => {
      throw new StartFailure(cause, { part: 'create', attempt })
    })
  if (!href) throw new StartFailure(missing, { part: 'create', attempt })
  return href
}

function isAboutEarlierJob(cause: unknown): boolean {
  return cause instanceof ApiProblem && cause.faults.some(({ pointer }) => pointer === '/AgainOfUrl')
}

async function runPart(part: StartPart, jobHref: string): Promise<void> {
  const at = { part: part.kind, attempt: { jobHref }, ...(part.kind === 'slot' ? { slot: part.slot } : {}) }
  if (!part.action) throw new StartFailure(new Error(missingText(part)), at)
  await runAction(part.action, part.body).catch((cause: unknown) => {
    throw new StartFailure(cause, at)
  })
}

function readJob(jobHref: string): Promise<JobDocument> {
  return readDocument<JobProperties>(jobHref).catch((cause: unknown) => {
    throw new StartFailure(cause, { part: 'create', attempt: { jobHref } })
  })
}

function keyOf(part: StartPart): string {
  return part.kind === 'slot' ? `slot ${part.slot}` : part.kind
}
