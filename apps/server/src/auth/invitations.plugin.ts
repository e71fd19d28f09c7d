import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { invitationTo } from './people.store.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const PATHS = ['/organization/get-invitation', '/organization/accept-invitation', '/organization/reject-invitation']

/** What anybody gets for an invitation that is not for them, or that never was: no difference, so no hint. */
const NONE = {
  code: 'INVITATION_NOT_FOUND',
  message:
    'There is no such invitation for you. It went to another address, or it has expired, was used or was taken back.',
}

const ENDS = {
  pending: 'has expired',
  accepted: 'was accepted already',
  rejected: 'was declined',
  canceled: 'was taken back',
}

/**
 * An invitation is told to nobody but the person it is addressed to. That person also learns what became of it, and whom
 * to ask for a new one; of an open one, the name of who invites.
 */
export function invitations(db: Database) {
  return {
    id: 'invitations-in-confidence',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && PATHS.includes(path),
          handler: createAuthMiddleware((ctx) => requireGuest(ctx, db)),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/organization/get-invitation',
          handler: createAuthMiddleware(async (ctx) => {
            const shown = ctx.context.returned as { id: string; email: string } | undefined
            if (!shown?.id || isAPIError(shown)) return
            const found = await invitationTo(db, shown.email, shown.id)
            return ctx.json({ ...shown, inviterName: found?.inviter })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function requireGuest(ctx: Context, db: Database): Promise<void> {
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
