import { ApiProblem } from '#lib/api.ts'

/** Returns an error without its pointer into the request, which means nothing to users. */
export function withoutPlace(error: Error): Error {
  const [fault] = error instanceof ApiProblem ? error.faults : []
  return fault ? new Error(fault.message, { cause: error }) : error
}
