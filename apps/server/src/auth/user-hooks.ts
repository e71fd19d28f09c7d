import type { BetterAuthOptions } from 'better-auth'
import type { Deps } from '#deps.ts'
import { sweepAbandoned } from './abandoned.ts'

/** What must hold whenever a session begins or an account ends, by whatever path. */
export function peopleHooks(deps: Pick<Deps, 'db' | 'log'>) {
  return {
    session: {
      create: {
        /** Each session carries whether its person must set a new password; one of an impersonator never does. */
        async before(session, ctx) {
          if (session.impersonatedBy) return
          const user = await ctx?.context.internalAdapter.findUserById(session.userId)
          return { data: { passwordResetRequired: (user as Person | null)?.passwordResetRequired === true } }
        },
      },
    },
    user: {
      delete: {
        /** Nobody waits for that: there may be very much. */
        async after(user) {
          deps.log.info({ userId: user.id }, 'an account was deleted')
          void sweepAbandoned(deps)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

interface Person {
  passwordResetRequired?: boolean
}
