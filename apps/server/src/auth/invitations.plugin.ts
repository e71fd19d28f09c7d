import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { invitationTo } from './accounts.store.ts'
import { type HookContext, on } from './hooks.ts'

const PATHS = ['/organization/get-invitation', '/organization/accept-invitation', '/organization/reject-invitation']

/**
 * The reply if an invitation is missing or was sent to someone else. The reply is the same in both cases, so ids cannot
 * be probed.
 */
const NONE = {
  code: 'INVITATION_NOT_FOUND',
  message:
    'Invitation not found. It may have been sent to another address, or it may have expired, been used or been canceled.',
}

const ENDS = {
  pending: 'has expired',
  accepted: 'has already been accepted',
  rejected: 'was declined',
  canceled: 'was canceled',
}

/**
 * Shows an invitation only to its recipient. An open invitation names its sender. If an invitation no longer works, the
 * reply says why. Unless the invitation was accepted, the reply also names the sender, whom the recipient can ask for a
 * new one, if the sender can still invite members.
 */
export function invitations(db: Database) {
  return {
    id: 'private-invitations',
    hooks: {
      before: [on(PATHS, (ctx) => requireRecipient(ctx, db))],
      after: [
        on('/organization/get-invitation', async (ctx) => {
          const shown = ctx.context.returned as { id: string; email: string } | undefined
          if (!shown?.id || isAPIError(shown)) return
          const found = await invitationTo(db, shown.email, shown.id)
          return ctx.json({ ...shown, inviterName: found?.inviter })
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

async function requireRecipient(ctx: HookContext, db: Database): Promise<void> {
  const id: unknown = ctx.query?.id ?? ctx.body?.invitationId
  const session = await getSessionFromCtx(ctx)
  if (!session || typeof id !== 'string') return
  const found = await invitationTo(db, session.user.email, id)
  if (!found) throw new APIError('NOT_FOUND', NONE)
  const { isOver, state, organization, inviter } = found
  if (!isOver) return
  const what = `The invitation to ${organization} ${ENDS[state]}.`
  const message = inviter === null || state === 'accepted' ? what : `${what} Ask ${inviter} for a new one.`
  throw new APIError('GONE', { code: 'INVITATION_ENDED', message })
}
