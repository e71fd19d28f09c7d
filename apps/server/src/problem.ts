import { type Fault, PROBLEMS, type ProblemCode } from '@millrace/contracts/problems'

interface ProblemOptions {
  cause?: unknown
  faults?: Fault[]
  retryAfterSeconds?: number
  allow?: string[]
}

/** An error that becomes a reply. The code determines the status; the detail says what happened and what to do. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly faults: Fault[] | undefined
  readonly retryAfterSeconds: number | undefined
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

/**
 * Returns the problem for a resource that is missing or belongs to another owner. Replies do not distinguish the two
 * cases, so ids can't be probed.
 */
export function notFound(): Problem {
  return new Problem('not-found', 'It doesn’t exist, or it belongs to another owner.')
}

/** Returns the problem for invalid parameters, with the position and message of each fault. */
export function invalid(faults: Fault[]): Problem {
  const first = faults[0]
  const where = first && first.pointer !== '' ? `${first.pointer}: ` : ''
  return new Problem('invalid-parameters', first ? `${where}${first.message}` : 'The parameters are not valid.', {
    faults,
  })
}

/** Converts the pointers of a Problem's faults with `convert`. Returns errors without faults unchanged. */
export function withPointers(error: unknown, convert: (pointer: string) => string): unknown {
  if (!(error instanceof Problem && error.faults)) return error
  return invalid(error.faults.map(({ pointer, message }) => ({ pointer: convert(pointer), message })))
}

/** Returns the problem for a stored file that is missing or has the wrong size. */
export function damagedData(): Problem {
  return new Problem(
    'damaged-data',
    'The stored file is missing or has the wrong size. An administrator can restore it from a backup.',
  )
}
