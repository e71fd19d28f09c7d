import { ApiProblem } from '#lib/api.ts'

/** An error without the place in the request, which says nothing to people. */
export function withoutPlace(error: Error): Error {
  const [fault] = error instanceof ApiProblem ? error.faults : []
  return fault ? new Error(fault.message, { cause: error }) : error
}
