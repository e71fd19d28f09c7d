import { Problem } from '#problem.ts'

/** Throws the Problem for a write by a worker whose lease is not the job's current lease. */
export function refuseLostLease(): never {
  throw new Problem(
    'lease-lost',
    'The lease is no longer valid: the job was canceled, is missing data, reached its time limit, lost its worker or was claimed again. Discard the work.',
  )
}
