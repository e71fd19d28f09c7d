import { type Fault, PROBLEMS, type ProblemCode } from '@millrace/contracts/problems'

interface ProblemOptions {
  cause?: unknown
  faults?: Fault[]
  retryAfterSeconds?: number
  allow?: string[]
}

/** The one error thrown on purpose. The code decides status and title; the detail is for people and names the thing. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly faults: Fault[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** Methods that the address knows. */
  readonly allow: string[] | undefined

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.faults = options.faults
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow
  }

  get status() {
    return PROBLEMS[this.code].status
  }
}

/** A foreign thing and a missing one answer alike, so that ids cannot be probed. */
export function notFound(): Problem {
  return new Problem('not-found', 'It does not exist, or it belongs to somebody else.')
}
