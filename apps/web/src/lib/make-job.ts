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
 * with the plan of the first attempt, because the server refuses an idempotency key that it knows from a different
 * request.
 */
export type Attempt = { jobHref: string } | { key: string; plan: JobPlan }

/** Thrown if a job can’t be created, set up or started. */
export class StartFailure extends Error {
  readonly part: 'create' | StartPart['kind']
  readonly slot: string | undefined
  readonly problem: ApiProblem | undefined
  /** Which of several planned jobs failed, and how many others were made. */
  affected?: { name: string; others: string }

  constructor(cause: unknown, part: 'create' | StartPart['kind'], slot?: string) {
    super(cause instanceof Error ? cause.message : 'Error creating job', { cause })
    this.name = 'StartFailure'
    this.part = part
    this.slot = slot
    this.problem = cause instanceof ApiProblem ? cause : undefined
  }
}

interface MakeOptions {
  /** What earlier attempts left, the oldest first. New attempts are added, so that a retry can pass the same list. */
  attempts?: Attempt[]
  /** Jobs of the same attempt, which are not continued. */
  made?: readonly JobDocument[]
  start: boolean
}

/**
 * Creates the planned job, or continues an earlier attempt. Starts the job if `start` is true, and resolves with its
 * latest document.
 */
export async function makeJob(root: SirenDocument, plan: JobPlan, options: MakeOptions): Promise<JobDocument> {
  let job = await jobFor(root, plan, options)
  const href = selfHref(job)
  const tried = new Set<string>()
  for (;;) {
    const part = missingParts(job, plan, options).find((candidate) => !tried.has(keyOf(candidate)))
    if (!part) return job
    tried.add(keyOf(part))
    await runPart(part)
    job = await readJob(href)
  }
}

/**
 * Returns the earlier job that was started with the setup of the plan, otherwise an earlier draft, otherwise a new job.
 * A canceled job doesn’t count, because its input is still selected and no other job would produce the result. A failed
 * job counts, because a new one would fail, too.
 */
async function jobFor(root: SirenDocument, plan: JobPlan, options: MakeOptions): Promise<JobDocument> {
  const { attempts = [], made = [] } = options
  let draft: JobDocument | undefined
  for (const [at, attempt] of attempts.entries()) {
    const job = await jobOf(root, attempt).catch((error: StartFailure) => {
      // The job was deleted, or the server refuses to create it.
      if (error.problem?.status !== 404 && error.problem?.status !== 422) throw error
    })
    if (!job) continue
    attempts[at] = { jobHref: selfHref(job) }
    if (!isStarted(job)) draft = made.some((other) => selfHref(other) === selfHref(job)) ? draft : job
    else if (job.properties.State !== 'Canceled' && hasSetup(job, plan)) return job
  }
  if (draft) return draft
  const attempt = { key: randomId(), plan }
  const at = attempts.push(attempt) - 1
  const job = await jobOf(root, attempt)
  attempts[at] = { jobHref: selfHref(job) }
  return job
}

async function jobOf(root: SirenDocument, attempt: Attempt): Promise<JobDocument> {
  return readJob('jobHref' in attempt ? attempt.jobHref : await createJob(root, attempt))
}

async function createJob(root: SirenDocument, attempt: { key: string; plan: JobPlan }): Promise<string> {
  const action = actionOf(root, 'CreateJob')
  const missing = new ApiProblem(400, 'Error creating job', { detail: 'Error creating job' })
  if (!action) throw new StartFailure(missing, 'create')
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
      throw new StartFailure(cause, 'create')
    })
  if (!href) throw new StartFailure(missing, 'create')
  return href
}

function isAboutEarlierJob(cause: unknown): boolean {
  return cause instanceof ApiProblem && cause.faults.some(({ pointer }) => pointer === '/AgainOfUrl')
}

async function runPart(part: StartPart): Promise<void> {
  const slot = part.kind === 'slot' ? part.slot : undefined
  if (!part.action) throw new StartFailure(new Error(missingText(part)), part.kind, slot)
  await runAction(part.action, part.body).catch((cause: unknown) => {
    throw new StartFailure(cause, part.kind, slot)
  })
}

function readJob(jobHref: string): Promise<JobDocument> {
  return readDocument<JobProperties>(jobHref).catch((cause: unknown) => {
    throw new StartFailure(cause, 'create')
  })
}

function keyOf(part: StartPart): string {
  return part.kind === 'slot' ? `slot ${part.slot}` : part.kind
}
