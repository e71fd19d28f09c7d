import { account, passkey, session, twoFactor, user, verification } from '@millrace/db/schema/auth'
import { invitation, member, organization, organizationRole, team, teamMember } from '@millrace/db/schema/organizations'
import { type AuthContext, type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Deps } from '#deps.ts'
import { publicAddress } from '#http/address.ts'
import { trustedOrigins } from '#http/origin.ts'
import { sessionCookie } from '#http/session-cookie.ts'
import { emailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { emailAndPassword, emailVerification, userOptions } from './account-options.ts'
import { CLIENT_IP_HEADER, rateLimit } from './address-throttle.ts'
import { authPlugins } from './auth-plugins.ts'
import { firstAdministrator } from './first-administrator.ts'
import { authLog } from './log.ts'
import { closedByOidc } from './oidc.ts'
import { recordedDatabase } from './recorded-database.ts'
import { derivedSecret } from './secret.ts'
import { SETUP_TICKET } from './setup-ticket.store.ts'
import { userHooks } from './user-hooks.ts'

const TABLES = {
  account,
  invitation,
  member,
  organization,
  organizationRole,
  passkey,
  session,
  team,
  teamMember,
  twoFactor,
  user,
  verification,
}
const HOUR = 3600
const DAY = 24 * HOUR

const SESSION = {
  expiresIn: 7 * DAY,
  updateAge: HOUR, // also the precision of “last used” in a user's list of sessions
  freshAge: 0,
  additionalFields: {
    passwordResetRequired: { type: 'boolean', input: false, defaultValue: false },
    signedInWith: { type: 'string', required: false, input: false, returned: false },
  },
} satisfies BetterAuthOptions['session']

/**
 * Disabled endpoints: access to the identity provider’s tokens (which are not stored), a GET that would change state,
 * and a check that would reveal other organizations.
 */
const CLOSED = [
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  '/delete-user/callback',
  '/organization/check-slug',
]

export type Auth = ReturnType<typeof createAuth>

export function createAuth(deps: Deps, mailer: Mailer) {
  const secret = derivedSecret(deps.secret, 'sign-in')
  const write = emailTemplates(publicAddress(deps.env))
  const first = firstAdministrator(deps, derivedSecret(deps.secret, 'first-administrator'))
  const store = Promise.withResolvers<AuthContext['internalAdapter']>()

  const auth = betterAuth({
    appName: 'Millrace',
    baseURL: publicAddress(deps.env),
    basePath: '/api/auth',
    secret,
    database: drizzleAdapter(recordedDatabase(deps.db), { provider: 'pg', schema: TABLES, transaction: true }),
    trustedOrigins: (request) => trustedOrigins(deps.env, request?.headers.get('host')),
    disabledPaths: [...CLOSED, ...closedByOidc(deps.env)],
    telemetry: { enabled: false },
    logger: authLog(deps.log),
    emailAndPassword: emailAndPassword(deps, mailer, write),
    emailVerification: emailVerification(deps, mailer, write, store.promise),
    verification: { storeIdentifier: { default: 'hashed', overrides: { [SETUP_TICKET]: 'plain' } } },
    user: userOptions(deps, mailer, write),
    session: SESSION,
    databaseHooks: userHooks(deps),
    rateLimit: rateLimit(deps),
    advanced: advanced(deps),
    onAPIError: { throw: true, errorURL: `${publicAddress(deps.env)}/login` },
    account: { updateAccountOnSignIn: false },
    plugins: authPlugins({ deps, mailer, write, first }),
  } satisfies BetterAuthOptions)

  store.resolve(auth.$context.then(({ internalAdapter }) => internalAdapter))
  return Object.assign(auth, { first, sessionSecret: secret })
}

function advanced({ env, log }: Deps) {
  const cookie = sessionCookie(env)
  return {
    useSecureCookies: false, // better-auth's option would only add another prefix to the names
    cookiePrefix: cookie.prefix,
    cookies: { session_token: { name: cookie.name } },
    defaultCookieAttributes: { secure: cookie.secure, httpOnly: true, sameSite: 'lax', path: '/' },
    ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    backgroundTasks: { handler: (work) => void work.catch((err) => log.error({ err }, 'email not queued')) },
    disableOriginCheck: false,
  } satisfies BetterAuthOptions['advanced']
}
