import type { RefusedSignIn } from '@millrace/contracts/activity'
import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import * as store from './accounts.store.ts'
import { CLIENT_IP_HEADER } from './address-throttle.ts'
import { type HookContext, on } from './hooks.ts'

interface SignIn {
  refused: RefusedSignIn
  /** HTTP statuses of the replies to a sign-in that was checked and refused. */
  statuses: number[]
  account(ctx: HookContext): store.TriedAccount
}

const SIGN_INS: Readonly<Record<string, SignIn>> = {
  '/sign-in/email': {
    refused: 'password',
    statuses: [401, 403],
    account: ({ body }) => ({ by: 'email', value: String(body?.email) }),
  },
  '/passkey/verify-authentication': {
    refused: 'passkey',
    statuses: [400, 401, 403],
    account: ({ body }) => ({ by: 'passkey', value: String(body?.response?.id) }),
  },
}

/** Refusals of accounts whose password or passkey was correct, by the code of the reply. */
const OF_ACCOUNT: Readonly<Record<string, RefusedSignIn>> = { BANNED_USER: 'banned', EMAIL_NOT_VERIFIED: 'unconfirmed' }

/** Records refused sign-ins with a password or passkey in the account’s activity log. */
export function refusedSignIns(db: Database) {
  return {
    id: 'refused-sign-ins',
    hooks: {
      after: [
        on(Object.keys(SIGN_INS), async (ctx) => {
          const { returned } = ctx.context
          const signIn = SIGN_INS[ctx.path]
          if (!signIn || !isAPIError(returned) || !signIn.statuses.includes(returned.statusCode)) return
          const refused = OF_ACCOUNT[returned.body?.code ?? ''] ?? signIn.refused
          await recordRefusedSignIn(ctx, db, { refused, account: signIn.account(ctx) })
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

export function recordRefusedSignIn(
  { headers }: Pick<HookContext, 'headers'>,
  db: Database,
  { refused, account }: { refused: RefusedSignIn; account: store.TriedAccount },
): Promise<void> {
  return store.recordRefusal(db, account, { refused, ipAddress: headers?.get(CLIENT_IP_HEADER) ?? '' })
}
