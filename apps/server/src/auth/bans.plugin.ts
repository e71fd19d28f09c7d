import type { AuthContext, BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import type { Deps } from '#deps.ts'
import { sessionToken } from '#http/session-cookie.ts'
import { recordRefusedSignIn } from './refused-sign-ins.plugin.ts'

const BANS = ['/admin/ban-user', '/admin/update-user']
/** What better-auth stores if the administrator gives no reason. */
const NO_REASON = 'No reason'
const REFUSED_SECONDS = 600

type Store = AuthContext['internalAdapter']

interface BannedUser {
  id: string
  banned?: boolean | null
  banReason?: string | null
  banExpires?: Date | null
}

/**
 * Tells banned users the reason and the end of the ban, but only after authentication by password, passkey, identity
 * provider, or the cookie of a session that the ban ended. An ended session is remembered until it would have expired.
 * Runs before better-auth refuses the user.
 */
export function bans({ db, randomBytes, now }: Pick<Deps, 'db' | 'randomBytes' | 'now'>) {
  return {
    id: 'bans',
    init: ({ internalAdapter }) => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before({ userId }, ctx) {
                if (ctx?.path !== '/callback/:id') return
                const user = await findUser(internalAdapter, userId)
                if (!user || !isBanned(user, now())) return
                await markRefused(ctx, user.id, randomBytes(24).toString('base64url'), now())
                await recordRefusedSignIn(ctx, db, { refused: 'banned', account: { by: 'id', value: user.id } })
              },
            },
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

/**
 * Sets a cookie like that of a session that a ban has ended, unless the browser has a session cookie. With the new
 * cookie, the sign-in page can request the reason for the ban, which must not be part of the redirect's URL.
 */
async function markRefused(ctx: GenericEndpointContext, userId: string, token: string, now: Date): Promise<void> {
  const { internalAdapter, authCookies, secret } = ctx.context
  const { name, attributes } = authCookies.sessionToken
  if (ctx.getCookie(name)) return
  const expiresAt = new Date(now.getTime() + REFUSED_SECONDS * 1000)
  await internalAdapter.createVerificationValue({ identifier: identifierOf(token), value: userId, expiresAt })
  await ctx.setSignedCookie(name, token, secret, { ...attributes, maxAge: REFUSED_SECONDS })
}

/** Returns the message for a client whose cookie belongs to a session that a ban ended, if the ban still applies. */
export async function banOfSession(
  { authCookies, secret, internalAdapter }: Pick<AuthContext, 'authCookies' | 'secret' | 'internalAdapter'>,
  headers: Headers,
  now: Date,
): Promise<string | undefined> {
  const token = sessionToken(headers.get('cookie') ?? undefined, authCookies.sessionToken.name, secret)
  const ended = token && (await internalAdapter.findVerificationValue(identifierOf(token)))
  const user = ended ? await findUser(internalAdapter, ended.value) : null
  return user && isBanned(user, now) ? banMessage(user) : undefined
}

function isBanned({ banned, banExpires }: BannedUser, now: Date): boolean {
  return banned === true && !(banExpires && banExpires < now)
}

/** Formats the message that a banned user sees when signing in. */
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
