import type { BetterAuthOptions } from 'better-auth'
import { admin, organization, twoFactor } from 'better-auth/plugins'
import type { Deps } from '#deps.ts'
import { isPrivate } from '#http/address.ts'
import type { EmailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { deleteAbandonedResources } from './abandoned-resources.ts'
import { accountGuards } from './account-guards.plugin.ts'
import { accountInput } from './account-input.plugin.ts'
import { accountThrottle } from './account-throttle.plugin.ts'
import { addressChanges } from './address-changes.ts'
import { hashBackupCodes, newBackupCodes } from './backup-codes.ts'
import { banMessage, bans } from './bans.plugin.ts'
import { credentialNotices } from './credential-notices.plugin.ts'
import type { FirstAdministrator } from './first-administrator.ts'
import { heldPermissions } from './held-permissions.plugin.ts'
import { impersonation } from './impersonation.plugin.ts'
import { invitations } from './invitations.plugin.ts'
import { oidcRules } from './oidc.plugin.ts'
import { identityProvider } from './oidc.ts'
import {
  requireFewerOrganizations,
  requireFewerRoles,
  requireFewerTeams,
  requireWithinLimit,
} from './organization-limits.ts'
import { passkeyRules } from './passkey-rules.plugin.ts'
import { passkeys, passkeyUse } from './passkeys.ts'
import { passwordPolicy } from './password-policy.plugin.ts'
import { adminAccess, organizationAccess } from './permissions.ts'
import { privateOrganizations } from './private-organizations.plugin.ts'
import { refusalTexts } from './refusal-texts.plugin.ts'
import { refusedSignIns } from './refused-sign-ins.plugin.ts'
import { requiredChange } from './required-change.plugin.ts'
import { resetRequest } from './reset-request.plugin.ts'
import { secondFactor } from './second-factor.plugin.ts'
import { secondFactorRequired } from './second-factor-required.plugin.ts'
import { sessionPolicy } from './session-policy.plugin.ts'
import { type SignUpRule, signUpPolicy } from './sign-up-policy.plugin.ts'
import { teamMembership } from './team-members.plugin.ts'
import { userList } from './user-list.plugin.ts'
import { verifyEmail } from './verify-email.plugin.ts'

const DAY = 86_400

interface Parts {
  deps: Deps
  mailer: Mailer
  write: EmailTemplates
  first: FirstAdministrator
}

/**
 * Returns the plugins in the order in which their hooks run. Our hooks run after better-auth's check of the second
 * factor.
 */
export function authPlugins({ deps, mailer, write, first }: Parts) {
  const { db, env, limits, passwords } = deps
  return [
    bans(deps),
    admin({ ...adminAccess, bannedUserMessage: banMessage }),
    organization({ ...organizationAccess, ...organizationOptions(deps, mailer, write) }),
    identityProvider(env),
    twoFactor({
      issuer: 'Millrace',
      allowPasswordless: true, // accounts of an identity provider have no password
      backupCodeOptions: {
        customBackupCodesGenerate: newBackupCodes,
        storeBackupCodes: {
          encrypt: (list) => hashBackupCodes(list, passwords),
          decrypt: (list) => Promise.resolve(list),
        },
      },
      otpOptions: {
        storeOTP: 'hashed',
        ...(env.SMTP_URL && { sendOTP: ({ user, otp }) => mailer.send(write.signInCode(user.email, otp)) }),
      },
    }),
    passkeys(deps),
    passkeyUse,
    accountThrottle(db, limits),
    resetRequest(deps.now),
    requiredChange(db),
    impersonation(deps.log),
    invitations(db),
    privateOrganizations(db),
    teamMembership(db),
    heldPermissions(db),
    refusalTexts(db),
    signUpPolicy(first, signUpRule(env)),
    sessionPolicy({ verifiedAddressRequired: env.SMTP_URL !== undefined }),
    passwordPolicy(db, env.PASSWORD_MIN_LENGTH, passwords),
    verifyEmail(addressChanges(deps, mailer, write), { now: deps.now, sendsMail: env.SMTP_URL !== undefined }),
    accountInput(),
    accountGuards(db),
    credentialNotices(mailer, write),
    passkeyRules({ ...deps, mailer, write }),
    secondFactorRequired(deps),
    userList(db), // replies itself, so plugins that may refuse its requests must be listed above
    secondFactor(deps),
    refusedSignIns(db),
    oidcRules(deps),
  ] satisfies BetterAuthOptions['plugins']
}

function organizationOptions({ db, env, log, newId, queue }: Deps, mailer: Mailer, write: EmailTemplates) {
  return {
    teams: {
      enabled: true,
      defaultTeam: { enabled: false },
      allowRemovingAllTeams: true,
      maximumTeams: ({ organizationId }) => requireFewerTeams(db, organizationId),
    },
    dynamicAccessControl: { enabled: true, maximumRolesPerOrganization: (id) => requireFewerRoles(db, id) },
    organizationLimit: ({ id }) => requireFewerOrganizations(db, id),
    invitationExpiresIn: 7 * DAY,
    cancelPendingInvitationsOnReInvite: true,
    requireEmailVerificationOnInvitation: env.SMTP_URL !== undefined,
    schema: {
      organization: {
        additionalFields: {
          publicId: { type: 'string', required: true, input: false, defaultValue: newId },
          plan: { type: 'string', required: true, input: false, defaultValue: 'free' },
          requireTwoFactor: { type: 'boolean', required: false, input: true, defaultValue: false },
        },
      },
    },
    organizationHooks: {
      afterCreateOrganization: ({ user, organization }) =>
        requireWithinLimit(db, { userId: user.id, organizationId: organization.id }),
      afterDeleteOrganization: async () => void deleteAbandonedResources({ db, log, queue }),
    },
    sendInvitationEmail: ({ id, email, role, organization: { name }, inviter }) =>
      mailer.send(write.invitation(email, { id, role, organization: name, inviter: inviter.user.name })),
  } satisfies Parameters<typeof organization>[0]
}

/**
 * Returns SIGN_UP if it is set. Otherwise returns `open` if only this machine can connect, and `invite` if others can.
 */
export function signUpRule(env: Deps['env']): SignUpRule {
  return env.SIGN_UP ?? (isPrivate(env) ? 'open' : 'invite')
}
