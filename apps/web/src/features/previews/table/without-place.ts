import { ApiProblem } from '#lib/api.ts'

/**
 * Returns an error with only the message of a request's first fault, because the pointer to the faulty parameter means
 * nothing to users. Other errors are returned unchanged.
 */
export function withoutPlace(error: Error): Error {
  const [fault] = error instanceof ApiProblem ? error.faults : []
  return fault ? new Error(fault.message, { cause: error }) : error
}
