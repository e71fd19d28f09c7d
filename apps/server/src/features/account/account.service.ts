import type { AccountUsage, EmailChange, ResourceContext, Welcome } from '@millrace/contracts/account'
import { asSystem } from '@millrace/db/act'
import { isAPIError } from 'better-auth/api'
import type { Actor } from '#access/actor.ts'
import { ownerOf } from '#access/resource-owners.store.ts'
import * as accounts from '#auth/accounts.store.ts'
import type { Auth } from '#auth/auth.ts'
import { signUpRule } from '#auth/auth-plugins.ts'
import { banOfSession } from '#auth/bans.plugin.ts'
import { forgetRequest, requestedAddress } from '#auth/requested-address.ts'
import type { Deps } from '#deps.ts'
import { grantsOf } from '#features/grants/grants.service.ts'
import { usage } from '#features/owners/owners.service.ts'
import { resourceOfHref } from '#links.ts'
import { notFound, Problem } from '#problem.ts'

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

    /** Returns the context in which the user can see a resource. Throws `not-found` for resources of other owners. */
    async contextOf(actor: Actor, url: string): Promise<ResourceContext> {
      const resource = resourceOfHref(url)
      if (!resource) throw notFound()
      const owner = await asSystem(db, (tx) => ownerOf(tx, resource.kind, resource.id))
      if (owner === actor.userPublicId) return { organizationId: null }
      if (owner === undefined || !actor.organizations.includes(owner)) throw notFound()
      const organizationId = await accounts.organizationWithPublicId(db, owner)
      if (organizationId === undefined) throw notFound()
      return { organizationId }
    },

    /** Returns the plan, usage and grants of the user’s own account, whichever context is active. */
    usage: ({ userPublicId }: Actor): Promise<AccountUsage> =>
      asSystem(db, async (tx) => {
        const { plan, usedBytes } = await usage(tx, userPublicId)
        const given = await grantsOf(tx, userPublicId)
        return { plan, usedBytes, grants: given.map(({ grantId }) => grantId.replace(/^grant:/, '')) }
      }),

    /** Returns the address that the user has requested but not confirmed yet, or null. */
    async requestedAddress(actor: Actor): Promise<EmailChange | null> {
      const { internalAdapter } = await auth.$context
      const requested = await requestedAddress(internalAdapter, actor.userId)
      return requested ? { email: requested.email, expiresAt: requested.expiresAt.toISOString() } : null
    },

    /** Cancels the change of address, so that the emailed link no longer works. */
    async cancelAddressChange(actor: Actor): Promise<void> {
      if (actor.impersonatedBy !== undefined) {
        throw new Problem('forbidden', 'The email address can’t be changed while impersonating a user.')
      }
      const { internalAdapter } = await auth.$context
      await forgetRequest(internalAdapter, actor.userId)
    },

    /**
     * Sets the required new password. The requirement is cleared only after the change, and the other sessions end
     * last. Otherwise, a session that should be unusable could be used for a moment.
     */
    async changeRequiredPassword(
      actor: Actor,
      headers: Headers,
      change: { password: string; newPassword: string },
    ): Promise<void> {
      if (!(await accounts.mustChangePassword(db, actor.userId))) {
        throw new Problem('action-not-offered', 'This account does not require a new password.')
      }
      if (change.password === change.newPassword)
        throw faulty('/newPassword', 'The new password must differ from the current one.')
      const body = { currentPassword: change.password, newPassword: change.newPassword, revokeOtherSessions: false }
      await auth.api.changePassword({ headers, body }).catch(asProblem)
      await accounts.clearPasswordRequirement(db, actor.userId)
      await auth.api.revokeOtherSessions({ headers })
    },
  }
}

function asProblem(error: unknown): never {
  if (!isAPIError(error)) throw error
  const message = error.body?.message ?? error.message
  if (error.statusCode === 429) throw new Problem('too-many-requests', message, { cause: error, retryAfterSeconds: 60 })
  if (error.body?.code === 'INVALID_PASSWORD') throw faulty('/password', 'Incorrect current password.')
  throw faulty('/newPassword', message)
}

function faulty(pointer: string, message: string): Problem {
  return new Problem('invalid-parameters', message, { faults: [{ pointer, message }] })
}
