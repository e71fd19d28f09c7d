import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from 'pino'
import { isDuplicate, refusalOf } from './database-refusals.ts'

/** Whether an error means that a sign-in with an identity provider was started in another browser or too long ago. */
function isUnknownState(cause: Error & { code?: unknown }): boolean {
  return typeof cause.code === 'string' && cause.code.startsWith('state_')
}

/**
 * Whether the passkey library refused a passkey, for example one for another site. All but one of the library's errors
 * are plain `Error` objects without a cause, unlike database errors and programming errors.
 */
function isRefusedPasskey(message: string, cause: Error): boolean {
  if (!/^Failed to verify (authentication|registration)$/.test(message)) return false
  return cause.name === 'UnexpectedRPIDHash' || (cause.constructor === Error && !cause.cause)
}

function isRoutine(message: string, cause: Error): boolean {
  const isRefusal = isDuplicate(cause) || refusalOf(cause) !== undefined
  return isRefusal || isUnknownState(cause) || isRefusedPasskey(message, cause)
}

/**
 * Writes better-auth's messages to our log. An error with an unexpected cause is logged as an error. All other
 * messages, such as refused sign-ins, have the level `debug`.
 */
export function authLog(log: Logger): BetterAuthOptions['logger'] {
  return {
    level: 'warn',
    log(level, message, ...details) {
      const cause = details.find((detail) => detail instanceof Error)
      if (level === 'error' && cause && !isRoutine(message, cause)) log.error({ err: cause }, `better-auth: ${message}`)
      else log.debug(`better-auth: ${message}`)
    },
  }
}
