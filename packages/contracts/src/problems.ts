/**
 * The error catalog: every error that the product throws on purpose, with its HTTP status and title. Replies have the
 * type `application/problem+json`. `type` is `https://millrace.dev/problems/<code>`, and `code` repeats the code.
 */
export const PROBLEMS = {
  'bad-request': { status: 400, title: 'The request could not be read' },
  'bad-multipart': { status: 400, title: 'The upload could not be read' },
  'action-not-offered': { status: 400, title: 'Can not execute Action' },
  unauthorized: { status: 401, title: 'Sign in to continue' },
  forbidden: { status: 403, title: 'Not allowed' },
  'password-change-required': { status: 403, title: 'Set a new password first' },
  'second-factor-required': { status: 403, title: 'Turn on two-factor authentication first' },
  'session-not-fresh': { status: 403, title: 'Sign in again to continue' },
  'insecure-address': { status: 403, title: 'This address is not allowed' },
  'bad-origin': { status: 403, title: 'Requests from this origin are not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'The request arrived too slowly' },
  conflict: { status: 409, title: 'The resource has changed' },
  'continued-elsewhere': { status: 409, title: 'Another client is continuing this upload' },
  'lease-lost': { status: 409, title: 'The lease is no longer valid' },
  'already-exists': { status: 409, title: 'Already exists' },
  'request-in-flight': { status: 409, title: 'A request with this idempotency key is still running' },
  'precondition-failed': { status: 412, title: 'Precondition failed' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported content type' },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable' },
  'invalid-parameters': { status: 422, title: 'Can not use provided object' },
  'query-too-slow': { status: 422, title: 'The query took too long' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  unexpected: { status: 500, title: 'Something went wrong' },
  'damaged-data': { status: 500, title: 'The stored file is damaged' },
  'preview-failed': { status: 422, title: 'No preview available' },
  busy: { status: 503, title: 'The server is busy' },
  'storage-full': { status: 507, title: 'The server is out of storage' },
  'over-quota': { status: 507, title: 'Storage quota exceeded' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof PROBLEMS

/** A fault in one value of a parameter object. `pointer` is the JSON pointer to the value. */
export interface Fault {
  pointer: string
  message: string
}

/** The body of an error reply (RFC 9457). `faults` is present only for `invalid-parameters`. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail?: string
  instance?: string
  requestId?: string
  faults?: Fault[]
}
