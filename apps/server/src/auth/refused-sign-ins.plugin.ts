import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { CLIENT_IP_HEADER } from './address-throttle.ts'
import * as store from './people.store.ts'

/** Records refused passwords in the activity log of the account. */
export function refusedSignIns(db: Database) {
  return {
    id: 'refused-sign-ins',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context
            if (!isAPIError(returned) || returned.statusCode !== 401) return
            await store.recordRefusal(db, String(ctx.body?.email), ctx.headers?.get(CLIENT_IP_HEADER) ?? '')
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
