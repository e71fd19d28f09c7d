import type { BetterAuthOptions } from 'better-auth'
import type { Deps } from '#deps.ts'
import * as store from './people.store.ts'

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
        async after(user) {
          const removed = await store.removeAbandoned(deps.db)
          deps.log.info({ owners: removed, userId: user.id }, 'an account was deleted with what it owned')
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

interface Person {
  passwordResetRequired?: boolean
}
