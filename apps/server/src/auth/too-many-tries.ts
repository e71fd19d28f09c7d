import { APIError } from 'better-auth/api'

/** The refusal of whoever knocks too often, with when to come again. */
export function tooManyTries(seconds: number): APIError {
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message: `Too many tries. Wait ${seconds} seconds and try again.` },
    { 'retry-after': String(seconds), 'x-retry-after': String(seconds) },
  )
}
