import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Actor, accountOf } from '#access/actor.ts'
import { keyRefusal } from '#access/key-access.ts'
import type { Principal, PrincipalSource } from '#access/principal.ts'
import { FRESH_ADMINISTRATION_SECONDS, FRESH_SECONDS } from '#access/sign-in-age.ts'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'
import { declares } from './rules.ts'
import { sessionToken } from './session-cookie.ts'

const FOR_PEOPLE = 'This is a worker key, which works only for the worker gateway. Use an API key for programs.'

const FOR_SESSIONS = 'Sign in to do this. API keys aren’t allowed.'
const FOR_ADMINISTRATORS = 'Administrators need two-factor authentication here. Turn it on in your settings.'
const FOR_MEMBERS =
  'This organization requires two-factor authentication. Turn it on in your settings, or switch to another workspace.'
const ONLY_ADMINISTRATORS = 'Only administrators can do this.'

const isAdministrator = (actor: Actor) => actor.kind === 'session' && actor.isAdmin

/** Sets `c.var.readPrincipal`, which resolves the principal by API key or by signed cookie. */
export function resolvePrincipal(
  known: PrincipalSource,
  cookie: { name: string; secret: string },
): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('readPrincipal', async () => {
      const key = c.req.header('x-api-key')
      if (key !== undefined) return known.byKey(key, c.var.body.address())
      const token = sessionToken(c.req.header('cookie'), cookie.name, cookie.secret)
      return token === undefined ? undefined : known.bySession(token)
    })
    await next()
  })
}

/** For the jobs service: a signed-in user, or an API key that isn't a worker key. */
export const requireUser = declares('user', (c, next) =>
  authorize(
    c,
    next,
    (actor) => actor.kind !== 'worker',
    FOR_PEOPLE,
    ({ lacksSecondFactorFor }) => {
      if (lacksSecondFactorFor === 'organization') throw new Problem('second-factor-required', FOR_MEMBERS)
    },
  ),
)

/** For accounts, API keys and access requests: a signed-in user. API keys are refused. */
export const requireSession = declares('session', (c, next) =>
  authorize(c, next, (actor) => actor.kind === 'session', FOR_SESSIONS),
)

/** For exports of all data: a user who signed in within the last ten minutes. */
export const requireFreshSession = declares('session', (c, next) =>
  authorize(c, next, (actor) => actor.kind === 'session', FOR_SESSIONS, requireAge(FRESH_SECONDS)),
)

/** For administration: an administrator who is signed in. */
export const requireAdmin = declares('admin-session', (c, next) => authorize(c, next, isAdministrator))

/** For changing grants and reading emails: an administrator who signed in within the last hour. */
export const requireFreshAdmin = declares('admin-session', (c, next) =>
  authorize(c, next, isAdministrator, ONLY_ADMINISTRATORS, requireAge(FRESH_ADMINISTRATION_SECONDS)),
)

/** For administration in the jobs service: an administrator, signed in or with an API key that isn't a worker key. */
export const requireAdministrator = declares('admin', (c, next) => authorize(c, next, (actor) => actor.isAdmin))

/** For the worker gateway: worker keys only. */
export const requireWorker = declares('worker', (c, next) =>
  authorize(
    c,
    next,
    (actor) => actor.kind === 'worker',
    'The worker gateway accepts only worker keys. Use a worker key.',
  ),
)

/** For setting the required new password: the signed-in user, but not an impersonator. */
export const requireSessionForNewPassword = declares('new-password', async (c, next) => {
  const { actor } = await requirePrincipal(c)
  if (actor.kind !== 'session') throw new Problem('forbidden', FOR_SESSIONS)
  if (actor.impersonatedBy !== undefined)
    throw new Problem('forbidden', 'Only the user can do this, not an impersonator.')
  c.set('actor', actor)
  await next()
})

/** Authenticates a long-lived request again. Undefined if access has ended, or is now for another owner. */
export async function stillAllowed(c: Context<AppEnv>): Promise<Principal | undefined> {
  const found = await c.var.readPrincipal()
  const usable = found !== undefined && !found.mustChangePassword && found.lacksSecondFactorFor !== 'organization'
  const same = usable && found.actor.ownerId === c.var.actor.ownerId
  return same ? found : undefined
}

function requireAge(seconds: number) {
  return ({ sessionAge = Number.POSITIVE_INFINITY }: Principal): void => {
    if (sessionAge < seconds) return
    throw new Problem('session-not-fresh', 'You signed in a while ago. Sign in again to do this.')
  }
}

async function authorize(
  c: Context<AppEnv>,
  next: () => Promise<void>,
  may: (actor: Actor) => boolean,
  otherwise = ONLY_ADMINISTRATORS,
  check: (principal: Principal) => void = () => {},
): Promise<void> {
  const principal = await requirePrincipal(c)
  const { actor, until, mustChangePassword, lacksSecondFactorFor } = principal
  if (mustChangePassword) throw new Problem('password-change-required', 'Set a new password to continue.')
  if (!may(actor) && lacksSecondFactorFor === 'administration')
    throw new Problem('second-factor-required', FOR_ADMINISTRATORS)
  if (!may(actor)) throw new Problem('forbidden', otherwise)
  check(principal)
  const refusal = keyRefusal(actor, c.req.method, c.req.path)
  if (refusal !== undefined) throw new Problem('forbidden', refusal)
  c.set('actor', actor)
  c.set('until', until)
  const { foreground } = c.var.body
  const leave = foreground.enter(accountOf(actor))
  c.set('leaveForeground', leave)
  try {
    await foreground.giveWayIfMany(accountOf(actor))
    await next()
  } finally {
    leave()
  }
}

async function requirePrincipal(c: Context<AppEnv>): Promise<Principal> {
  const found = await c.var.readPrincipal()
  if (found) return found
  await c.var.body.slowRefusal()
  throw new Problem('unauthorized', 'The session or API key is missing, has expired or was revoked.')
}
