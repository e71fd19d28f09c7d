import type { JobProperties } from '@millrace/contracts/jobs'
import { ApiProblem } from './api.ts'
import { type JobDocument, type JobPlan, missingParts, missingText, type StartPart } from './job-parts.ts'
import { actionOf, readDocument, runAction, type SirenDocument } from './siren.ts'

/** The error that left a job a draft: the part that failed, the draft, and the server’s problem. */
export class StartFailure extends Error {
  readonly part: 'create' | StartPart['kind']
  readonly slot: string | undefined
  readonly jobHref: string | undefined
  readonly problem: ApiProblem | undefined

  constructor(cause: unknown, at: { part: 'create' | StartPart['kind']; slot?: string; jobHref?: string }) {
    super(cause instanceof Error ? cause.message : 'Error creating job', { cause })
    this.name = 'StartFailure'
    this.part = at.part
    this.slot = at.slot
    this.jobHref = at.jobHref
    this.problem = cause instanceof ApiProblem ? cause : undefined
  }
}

/** Options that let a retry continue the same job instead of creating another one. */
export interface MakeOptions {
  /** The draft of an earlier attempt, which is updated to match the plan instead of creating another job. */
  jobHref: string | undefined
  /** Sent with the creation, so that a retry after a lost reply doesn’t create a second job. */
  idempotencyKey: string
  start: boolean
}

/** Creates and starts the planned job, and resolves with its latest document. A StartFailure leaves a draft. */
export async function makeJob(root: SirenDocument, plan: JobPlan, options: MakeOptions): Promise<JobDocument> {
  const href = options.jobHref ?? (await createJob(root, plan, options.idempotencyKey))
  let job = await readJob(href)
  const tried = new Set<string>()
  for (;;) {
    const part = missingParts(job, plan, options).find((candidate) => !tried.has(keyOf(candidate)))
    if (!part) return job
    tried.add(keyOf(part))
    await runPart(part, href)
    job = await readJob(href)
  }
}

async function createJob(root: SirenDocument, plan: JobPlan, idempotencyKey: string): Promise<string> {
  const action = actionOf(root, 'CreateJob')
  const missing = new ApiProblem(400, 'Error creating job', { detail: 'Error creating job' })
  if (!action) throw new StartFailure(missing, { part: 'create' })
  const run = (input: object, key: string) => runAction(action, input, { idempotencyKey: key })
  const { name: Name, againOf: AgainOfUrl, isTrial: IsTrial } = plan
  const href = await run({ Name, ...(AgainOfUrl && { AgainOfUrl }), ...(IsTrial && { IsTrial }) }, idempotencyKey)
    // The earlier job may have been deleted or belong to another owner. The new job can run without it.
    .catch((cause: unknown) => {
      if (!isAboutEarlierJob(cause)) throw cause
      return run({ Name }, `${idempotencyKey}-alone`)
    })
    .catch((cause: unknown) => {
      throw new StartFailure(cause, { part: 'create' })
    })
  if (!href) throw new StartFailure(missing, { part: 'create' })
  return href
}

function isAboutEarlierJob(cause: unknown): boolean {
  return cause instanceof ApiProblem && cause.faults.some(({ pointer }) => pointer === '/AgainOfUrl')
}

async function runPart(part: StartPart, jobHref: string): Promise<void> {
  const at = { part: part.kind, jobHref, ...(part.kind === 'slot' ? { slot: part.slot } : {}) }
  if (!part.action) throw new StartFailure(new Error(missingText(part)), at)
  await runAction(part.action, part.body).catch((cause: unknown) => {
    throw new StartFailure(cause, at)
  })
}

function readJob(href: string): Promise<JobDocument> {
  return readDocument<JobProperties>(href).catch((cause: unknown) => {
    throw new StartFailure(cause, { part: 'create', jobHref: href })
  })
}

function keyOf(part: StartPart): string {
  return part.kind === 'slot' ? `slot ${part.slot}` : part.kind
}
