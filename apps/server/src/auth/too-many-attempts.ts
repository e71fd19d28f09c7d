import { APIError } from 'better-auth/api'

/** Returns the error for a request over its rate limit, with the time to wait. */
export function tooManyAttempts(seconds: number): APIError {
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message: `Too many attempts. Try again in ${seconds} seconds.` },
    { 'retry-after': String(seconds), 'x-retry-after': String(seconds) },
  )
}
