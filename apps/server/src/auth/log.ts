import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from 'pino'
import { isDuplicate, refusalOf } from './database-refusals.ts'

/**
 * Writes better-auth's messages to our log. Refused sign-ins are routine, so only real errors are logged at error
 * level.
 */
export function authLog(log: Logger): BetterAuthOptions['logger'] {
  return {
    level: 'warn',
    log(level, message, ...details) {
      const cause = details.find((detail) => detail instanceof Error)
      if (level === 'error' && cause && !isDuplicate(cause) && !refusalOf(cause))
        log.error({ err: cause }, `better-auth: ${message}`)
      else log.debug(`better-auth: ${message}`)
    },
  }
}
