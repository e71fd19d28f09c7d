import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { sessionToken } from '#http/session-cookie.ts'

/** The endpoints that may ban a user. */
const BANS = ['/admin/ban-user', '/admin/update-user']
/** What better-auth stores if the administrator gives no reason. */
const NO_REASON = 'No reason'

type Store = AuthContext['internalAdapter']

interface BannedUser {
  id: string
  banned?: boolean | null
  banReason?: string | null
  banExpires?: Date | null
}

/**
 * Banned users are told until when and why, but only those who signed in: with the correct password or passkey, or with
 * a session that the ban ended. Such sessions are remembered until they would have expired.
 */
export function bans() {
  return {
    id: 'bans',
    init: ({ internalAdapter }) => ({
      options: {
        databaseHooks: {
          session: {
            delete: {
              async before({ token, userId, expiresAt, impersonatedBy }, ctx) {
                if (impersonatedBy || !BANS.includes(ctx?.path ?? '')) return
                if (!(await findUser(internalAdapter, userId))?.banned) return
                await internalAdapter.createVerificationValue({
                  identifier: identifierOf(token),
                  value: userId,
                  expiresAt,
                })
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin
}

/** What a client with the cookie of a session is told if a ban ended the session and still applies. */
export async function banOfSession(
  { authCookies, secret, internalAdapter }: Pick<AuthContext, 'authCookies' | 'secret' | 'internalAdapter'>,
  headers: Headers,
  now: Date,
): Promise<string | undefined> {
  const token = sessionToken(headers.get('cookie') ?? undefined, authCookies.sessionToken.name, secret)
  const ended = token && (await internalAdapter.findVerificationValue(identifierOf(token)))
  const user = ended ? await findUser(internalAdapter, ended.value) : null
  const isBanned = user?.banned && !(user.banExpires && user.banExpires < now)
  return isBanned ? banMessage(user) : undefined
}

export function banMessage({ banExpires, banReason }: Omit<BannedUser, 'id'>): string {
  const until = banExpires ? ` until ${TIME.format(banExpires)} UTC` : ''
  const reason = banReason && banReason !== NO_REASON ? ` Reason: ${banReason}` : ''
  return `This account is banned${until}. Contact an administrator.${reason}`
}

const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

function findUser(store: Store, id: string): Promise<BannedUser | null> {
  return store.findUserById(id)
}

function identifierOf(token: string): string {
  return `banned-session:${token}`
}
