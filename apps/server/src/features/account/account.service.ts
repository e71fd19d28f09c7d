import type { AccountUsage, EmailChange, ResourceContext, Welcome } from '@millrace/contracts/account'
import { asSystem } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import { ownerOf } from '#access/resource-owners.store.ts'
import type { Auth } from '#auth/auth.ts'
import { signUpRule } from '#auth/auth-plugins.ts'
import { banOfSession } from '#auth/bans.plugin.ts'
import { forgetRequest, requestedAddress } from '#auth/requested-address.ts'
import { changeRequiredPassword } from '#auth/required-change.service.ts'
import type { Deps } from '#deps.ts'
import { grantsOf } from '#features/grants/grants.service.ts'
import { usage } from '#features/owners/owners.service.ts'
import { resourceOfHref } from '#links.ts'
import { notFound, Problem } from '#problem.ts'
import { organizationWithPublicId } from './account.store.ts'

export type AccountService = ReturnType<typeof accountService>

export function accountService({ db, env, now }: Deps, auth: Auth) {
  return {
    /** Returns what the sign-in pages need before anyone is signed in. */
    async welcome(headers: Headers, setup: string | undefined): Promise<Welcome> {
      const token = await auth.first.token()
      return {
        firstVisit: token !== undefined && auth.first.mayClaim(token, headers, setup),
        signUp: signUpRule(env),
        mail: env.SMTP_URL === undefined ? 'outbox' : 'smtp',
        oidc: env.OIDC_ISSUER ? { name: env.OIDC_NAME, only: env.OIDC_ONLY } : null,
        newsletter: env.LISTMONK_URL !== undefined,
        passwordMinLength: env.PASSWORD_MIN_LENGTH,
        insecureHttp: env.INSECURE_HTTP,
        ban: (await banOfSession(await auth.$context, headers, now())) ?? null,
      }
    },

    async contextOf(actor: Actor, url: string): Promise<ResourceContext> {
      const resource = resourceOfHref(url)
      if (!resource) throw notFound()
      const owner = await asSystem(db, (tx) => ownerOf(tx, resource.kind, resource.id))
      if (owner === actor.userPublicId) return { organizationId: null }
      if (owner === undefined || !actor.organizations.includes(owner)) throw notFound()
      const organizationId = await organizationWithPublicId(db, owner)
      if (organizationId === undefined) throw notFound()
      return { organizationId }
    },

    /** Returns the usage of the user’s own account, whichever context is active. */
    usage: ({ userPublicId }: Actor): Promise<AccountUsage> =>
      asSystem(db, async (tx) => {
        const { plan, usedBytes } = await usage(tx, userPublicId)
        const given = await grantsOf(tx, userPublicId)
        return { plan, usedBytes, grants: given.map(({ grantId }) => grantId.replace(/^grant:/, '')) }
      }),

    async requestedAddress(actor: Actor): Promise<EmailChange | null> {
      const { internalAdapter } = await auth.$context
      const requested = await requestedAddress(internalAdapter, actor.userId)
      return requested ? { email: requested.email, expiresAt: requested.expiresAt.toISOString() } : null
    },

    /** Cancels a requested change of the email address. The emailed link then no longer works. */
    async cancelAddressChange(actor: Actor): Promise<void> {
      if (actor.impersonatedBy !== undefined) {
        throw new Problem('forbidden', 'The email address can’t be changed while impersonating a user.')
      }
      const { internalAdapter } = await auth.$context
      await forgetRequest(internalAdapter, actor.userId)
    },

    changeRequiredPassword: (
      { userId }: Actor,
      headers: Headers,
      change: { password: string; newPassword: string },
    ): Promise<void> => changeRequiredPassword({ db, auth }, { userId, headers, ...change }),
  }
}
