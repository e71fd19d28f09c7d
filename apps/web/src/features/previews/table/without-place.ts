import { ApiProblem } from '#lib/api.ts'

/**
 * Returns a new error with the message of the first fault of a request, without the pointer to the faulty parameter,
 * which means nothing to users. Other errors are returned unchanged.
 */
export function withoutPlace(error: Error): Error {
  const [fault] = error instanceof ApiProblem ? error.faults : []
  return fault ? new Error(fault.message, { cause: error }) : error
}
