import { type Fault, PROBLEMS, type ProblemCode } from '@millrace/contracts/problems'

interface ProblemOptions {
  cause?: unknown
  faults?: Fault[]
  retryAfterSeconds?: number
  allow?: string[]
}

/** The one error thrown on purpose. The code decides status and title; the detail tells people which resource it is about. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly faults: Fault[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** Methods that are allowed at the address. */
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

/** Another owner's resource looks exactly like a missing one, so ids cannot be probed. */
export function notFound(): Problem {
  return new Problem('not-found', 'It doesn’t exist, or it belongs to another owner.')
}

/** The parameters are wrong at these places. */
export function invalid(faults: Fault[]): Problem {
  const first = faults[0]
  const where = first && first.pointer !== '' ? `${first.pointer}: ` : ''
  return new Problem('invalid-parameters', first ? `${where}${first.message}` : 'The parameters do not fit.', {
    faults,
  })
}

/** The same error with its faults at the places where the caller wrote them. */
export function placed(error: unknown, place: (pointer: string) => string): unknown {
  if (!(error instanceof Problem && error.faults)) return error
  return invalid(error.faults.map(({ pointer, message }) => ({ pointer: place(pointer), message })))
}

/** The stored file is gone or not what was uploaded. */
export function damagedData(): Problem {
  return new Problem(
    'damaged-data',
    'The stored file is missing or does not have its size. An administrator can restore it from a backup.',
  )
}
