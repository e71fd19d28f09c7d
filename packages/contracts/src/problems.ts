/**
 * The error catalogue: every error the product raises on purpose, with its HTTP status and title. The reply is
 * `application/problem+json` with `type` `https://millrace.dev/problems/<code>`, and the same `code` as an extension.
 */
export const PROBLEMS = {
  'bad-request': { status: 400, title: 'The request could not be read' },
  'bad-multipart': { status: 400, title: 'The upload could not be read' },
  'action-not-offered': { status: 400, title: 'Can not execute Action' },
  unauthorized: { status: 401, title: 'Sign in to go on' },
  forbidden: { status: 403, title: 'Not allowed' },
  'password-change-required': { status: 403, title: 'A new password is required first' },
  'insecure-address': { status: 403, title: 'This address is not safe to sign in at' },
  'bad-origin': { status: 403, title: 'The request came from another site' },
  'not-found': { status: 404, title: 'There is no such thing here' },
  'method-not-allowed': { status: 405, title: 'This address knows no such method' },
  conflict: { status: 409, title: 'Something else changed this first' },
  'lease-lost': { status: 409, title: 'The lease is no longer yours' },
  'already-exists': { status: 409, title: 'It exists already' },
  'request-in-flight': { status: 409, title: 'The first request with this key is still running' },
  'precondition-failed': { status: 412, title: 'It is not as the request says' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'No such kind of body is read here' },
  'range-not-satisfiable': { status: 416, title: 'No such part of the file' },
  'invalid-parameters': { status: 422, title: 'Can not use provided object' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  unexpected: { status: 500, title: 'Something went wrong' },
  'damaged-data': { status: 500, title: 'The stored file is damaged' },
  'preview-failed': { status: 422, title: 'The preview could not be made' },
  busy: { status: 503, title: 'The server is busy' },
  'storage-full': { status: 507, title: 'The storage is full' },
  'over-quota': { status: 507, title: 'The storage of this account is full' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof PROBLEMS

/** One fault of a parameter object: where (JSON pointer), what is wrong, in words. */
export interface Fault {
  pointer: string
  message: string
}

/** The body of an error reply (RFC 9457). `faults` is present for `invalid-parameters`. */
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
