import { Hono } from 'hono'
import type { PrincipalSource } from './access/principal.ts'
import type { AppEnv } from './app-env.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuth } from './auth/auth.ts'
import { recordedAs } from './auth/recorded-database.ts'
import { derivedSecret } from './auth/secret.ts'
import type { Deps } from './deps.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { accountService } from './features/account/account.service.ts'
import { principalsOfSessions } from './features/account/sessions.service.ts'
import { accountActivityRoutes, adminActivityRoutes } from './features/activity/activity.routes.ts'
import { activityService } from './features/activity/activity.service.ts'
import { accountAdministrationRoutes } from './features/admin/account-administration.routes.ts'
import { accountAdministration } from './features/admin/account-administration.service.ts'
import { mailRoutes } from './features/admin/mail.routes.ts'
import { mailService } from './features/admin/mail.service.ts'
import { systemRoutes } from './features/admin/system.routes.ts'
import { systemService } from './features/admin/system.service.ts'
import { apiKeyRoutes } from './features/api-keys/api-keys.routes.ts'
import { apiKeyService } from './features/api-keys/api-keys.service.ts'
import { ensureWorkerKey } from './features/api-keys/worker-key.ts'
import { grantRoutes } from './features/grants/grants.routes.ts'
import { newsletterRoutes } from './features/newsletter/newsletter.routes.ts'
import { openNewsletter } from './features/newsletter/newsletter.service.ts'
import { publicAddress } from './http/address.ts'
import { requireUser, requireWorker, resolvePrincipal, stillAllowed } from './http/session.ts'
import { sessionCookie } from './http/session-cookie.ts'
import { startMail } from './mail/mail-queue.ts'
import { openOutbox } from './mail/outbox.ts'
import { mailTransport } from './mail/transport.ts'
import { guardFetch } from './outbound/outbound.ts'

/** Sets up accounts, API keys and email. Prints the setup link if no account exists. */
export async function openAccounts(deps: Deps, say: (line: string) => void = console.log) {
  const { db, env, log, queue } = deps
  const mailer = await startMail({
    queue,
    log,
    transport: mailTransport(deps),
    secret: derivedSecret(deps.secret, 'mail'),
  })
  const guard = env.OIDC_ISSUER ? guardFetch({ trusted: [env.OIDC_ISSUER] }) : undefined
  const auth = createAuth(deps, mailer)
  const newsletter = await openNewsletter(deps)
  const keys = apiKeyService(deps)
  const activity = activityService(deps)
  const sessions = principalsOfSessions(db, env)
  const principals = {
    bySession: sessions.byToken,
    byKey: keys.recognize,
    byCredential: ({ kind, id }) => (kind === 'key' ? keys.byId(id) : sessions.byId(id)),
  } satisfies PrincipalSource
  const cookie = { name: sessionCookie(env).name, secret: auth.sessionSecret }

  const routes = new Hono<AppEnv>()
    .use(resolvePrincipal(principals, cookie))
    .use((c, next) => recordedAs(async () => (await c.var.readPrincipal())?.actor, next))
    .route('/api/auth', authRoutes(auth, deps))
    .route('/api/account', accountRoutes(accountService(deps, auth)))
    .route('/api/account', accountActivityRoutes(activity))
    .route('/api/admin', adminActivityRoutes(activity, deps.now))
    .route('/api/admin', accountAdministrationRoutes(accountAdministration(deps, auth)))
    .route('/api/admin', systemRoutes(systemService(deps, newsletter)))
    .route('/api/admin', mailRoutes(mailService(deps, mailer.queued, openOutbox(env))))
    .route('/api/admin', newsletterRoutes(newsletter))
    .route('/api/user', grantRoutes())
    .route('/api/keys', apiKeyRoutes(keys, deps))

  await ensureWorkerKey(deps)
  const setup = await auth.first.token()
  if (setup !== undefined) say(`Set up: ${publicAddress(env)}/sign-up?setup=${setup}`)

  const close = async () => {
    await newsletter.stop()
    await mailer.stop()
    await guard?.release()
  }
  return { auth, keys, newsletter, mailer, principals, requireUser, requireWorker, stillAllowed, routes, close }
}
