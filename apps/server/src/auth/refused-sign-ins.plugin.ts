import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { CLIENT_IP_HEADER } from './address-throttle.ts'

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
            await recordRefusal(db, String(ctx.body?.email), ctx.headers?.get(CLIENT_IP_HEADER) ?? '')
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function recordRefusal(db: Database, email: string, ipAddress: string): Promise<void> {
  await db.pool.query(
    `insert into activity (id, at, subject_id, action, resource_type, resource_id, metadata)
     select gen_random_uuid(), clock_timestamp(), id, 'updated', 'user', id,
       jsonb_build_object('event', 'signIn.refused', 'ipAddress', $2::text)
     from "user" where email = lower($1)`,
    [email, ipAddress],
  )
}
