import { PROBLEMS, type ProblemBody } from '@millrace/contracts/problems'
import { isDatabaseFull, isUnavailable } from '@millrace/db/faults'
import { InvalidCursor } from '@millrace/db/keyset'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

/** The `WWW-Authenticate` header of every 401. Its scheme is custom, so that browsers do not prompt for a password. */
const HOW_TO_SIGN_IN = 'ApiKey realm="millrace", header="x-api-key"'

/** The only place that writes application/problem+json. Logs unexpected errors, and reveals nothing about them. */
export function problemResponse(log: Logger) {
  return (error: unknown, c: Context<AppEnv>): Response => {
    const problem = asProblem(error)
    const body = bodyOf(error, problem, c, log)
    const { status } = PROBLEMS[problem.code]
    c.header('Cache-Control', 'no-store')
    if (problem.retryAfterSeconds !== undefined) c.header('Retry-After', String(problem.retryAfterSeconds))
    if (status === 401) c.header('WWW-Authenticate', HOW_TO_SIGN_IN)
    if (problem.allow) c.header('Allow', problem.allow.join(', '))
    return c.body(JSON.stringify(body), status, { 'Content-Type': 'application/problem+json' })
  }
}

/**
 * Returns a problem document to include in a reply that is not itself an error, such as a stream that fails midway or a
 * dashboard with a failed part.
 */
export function problemBody(error: unknown, c: Context<AppEnv>, log: Logger): ProblemBody {
  return bodyOf(error, asProblem(error), c, log)
}

function bodyOf(error: unknown, problem: Problem, c: Context<AppEnv>, log: Logger): ProblemBody {
  if (problem.code === 'unexpected') log.error({ err: error, requestId: c.var.requestId }, 'unexpected error')
  const { status, title } = PROBLEMS[problem.code]
  return {
    type: `https://millrace.dev/problems/${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    instance: c.req.path,
    requestId: c.var.requestId,
    ...(problem.faults && { faults: problem.faults }),
  }
}

/**
 * Converts an error to a problem. An unreachable or overloaded database becomes the problem `busy`, so clients retry.
 */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof HTTPException && error.status === 413) return new Problem('too-large', 'The body is too large.')
  if (error instanceof HTTPException && error.status < 500) return new Problem('bad-request', error.message)
  if (error instanceof InvalidCursor)
    return new Problem('bad-request', 'This URL is not a valid query URL. Run the query again.')
  if (isDatabaseFull(error)) {
    const detail = 'The database is out of disk space. It resumes automatically once an administrator has freed some.'
    return new Problem('busy', detail, { cause: error, retryAfterSeconds: 30 })
  }
  if (isUnavailable(error)) {
    const detail = 'The database is not responding. Try again in a moment.'
    return new Problem('busy', detail, { cause: error, retryAfterSeconds: 2 })
  }
  return new Problem(
    'unexpected',
    'An unexpected error occurred. If it persists, send the request ID to your administrator.',
    {
      cause: error,
    },
  )
}
