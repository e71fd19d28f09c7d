import { compose } from './compose.ts'
import type { Mail } from './mail.ts'

const IGNORE = 'If this was not you, ignore this email. Nothing has changed.'
const ONE_TIME_LINK = ['The link works once and expires in one hour.', IGNORE]
const NAME_MAX = 80

export type EmailTemplates = ReturnType<typeof emailTemplates>

/** Returns a function per kind of email. Links use the configured public address, never one from a request. */
export function emailTemplates(publicAddress: string) {
  const page = (path: string, token: string) => `${publicAddress}${path}?token=${encodeURIComponent(token)}`
  const forgotten = `${publicAddress}/forgot-password`
  return {
    ...accountTemplates(publicAddress, page, forgotten),
    ...credentialTemplates(page, forgotten),
    ...addressTemplates(page),
    ...invitationTemplates(publicAddress),
    ...discussionTemplates(publicAddress),
    ...accessTemplates(publicAddress),
  }
}

type Page = (path: string, token: string) => string

function accountTemplates(publicAddress: string, page: Page, forgotten: string) {
  return {
    verifyAddress: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Confirm your email address',
        lines: ['Confirm this email address to sign in to Millrace.'],
        button: { label: 'Confirm address', href: page('/verify-email', token) },
        after: ONE_TIME_LINK,
      }),

    accountExists: (to: string): Mail =>
      compose({
        to,
        subject: 'You already have an account',
        lines: ['Someone, perhaps you, tried to sign up with this email address. It already has an account.'],
        button: { label: 'Sign in', href: `${publicAddress}/login` },
        after: [`Forgot your password? Reset it at ${forgotten}`, IGNORE],
      }),

    deleteAccount: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Delete your account?',
        lines: [
          'Your jobs, files, private processing steps and API keys will be deleted with your account. Your organizations’ data is kept.',
        ],
        button: { label: 'Review and delete', href: page('/verify-delete-account', token) },
        after: ONE_TIME_LINK,
      }),
  }
}

function credentialTemplates(page: Page, forgotten: string) {
  const notMe = { label: 'This wasn’t me: reset my password', href: forgotten }
  return {
    resetPassword: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Set a new password',
        lines: ['We received a request to reset the password of this account.'],
        button: { label: 'Set password', href: page('/reset-password', token) },
        after: ONE_TIME_LINK,
      }),

    accountCreated: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Your Millrace account is ready',
        lines: ['An administrator created an account for you. Set a password to sign in.'],
        button: { label: 'Set password', href: page('/reset-password', token) },
        after: [`The link works once and expires in one hour. Request another one at ${forgotten}`],
      }),

    passwordChanged: (to: string): Mail =>
      compose({
        to,
        subject: 'Your password was changed',
        lines: ['The password of your account was changed. All other devices have been signed out.'],
        button: notMe,
      }),

    secondFactorChanged: (to: string, enrolled: boolean): Mail =>
      compose({
        to,
        subject: enrolled ? 'Two-factor authentication is on' : 'Two-factor authentication is off',
        lines: [
          enrolled
            ? 'Signing in to your account now requires a code as well as your password.'
            : 'Signing in to your account now requires only your password.',
        ],
        button: notMe,
      }),

    passkeyAdded: (to: string): Mail =>
      compose({
        to,
        subject: 'A passkey was added',
        lines: ['You can now sign in to your account with a new passkey.'],
        button: notMe,
      }),

    passkeyRemoved: (to: string): Mail =>
      compose({
        to,
        subject: 'A passkey was removed',
        lines: ['A passkey was removed from your account. It can no longer be used to sign in.'],
        button: notMe,
      }),

    newBackupCodes: (to: string): Mail =>
      compose({
        to,
        subject: 'You have new backup codes',
        lines: [
          'New backup codes were generated. The old ones no longer work, and all other devices have been signed out.',
        ],
        button: notMe,
      }),

    signInCode: (to: string, code: string): Mail =>
      compose({
        to,
        subject: 'Your sign-in code',
        lines: [`Your code is ${code}. It expires in three minutes.`],
        after: ['If you are not signing in right now, someone knows your password. Change it.'],
      }),
  }
}

function addressTemplates(page: Page) {
  return {
    confirmNewAddress: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Confirm your new email address',
        lines: ['Confirm this as the new email address of your account. You will be signed out on all devices.'],
        button: { label: 'Use this address', href: page('/verify-email-change', token) },
        after: ONE_TIME_LINK,
      }),

    addressChanged: (to: string, newAddress: string, undoToken: string): Mail =>
      compose({
        to,
        subject: 'Your email address was changed',
        lines: [`Your account now uses ${newAddress}.`, 'If this was not you, undo the change:'],
        button: { label: 'Undo the change', href: page('/verify-email-change', undoToken) },
        after: [
          'Undoing it also removes the current password and sends you a link to set a new one. You can undo the change for 3 days.',
        ],
      }),
  }
}

function invitationTemplates(publicAddress: string) {
  return {
    invitation(to: string, { id, ...of }: { id: string; inviter: string; organization: string; role: string }): Mail {
      const [inviter, organization] = [of.inviter.slice(0, NAME_MAX), of.organization.slice(0, NAME_MAX)]
      return compose({
        to,
        subject: `Invitation to ${organization}`,
        lines: [`${inviter} has invited you to join ${organization} on Millrace as ${of.role}.`],
        button: { label: 'View invitation', href: `${publicAddress}/invite/${encodeURIComponent(id)}` },
        after: ['If you do not know the sender, ignore this email.'],
      })
    },
  }
}

const EXCERPT_MAX = 500

function discussionTemplates(publicAddress: string) {
  return {
    mentioned(to: string, of: { author: string; resource: string; text: string; path: string }): Mail {
      const [author, resource] = [of.author.slice(0, NAME_MAX), of.resource.slice(0, NAME_MAX)]
      const excerpt = of.text.length > EXCERPT_MAX ? `${of.text.slice(0, EXCERPT_MAX)}…` : of.text
      return compose({
        to,
        subject: `${author} mentioned you in a comment`,
        lines: [`${author} mentioned you in a comment on ${resource}:`, excerpt],
        button: { label: 'View comment', href: `${publicAddress}${of.path}` },
        after: [`To stop these emails, change your settings at ${publicAddress}/settings/account`],
      })
    },
  }
}

function accessTemplates(publicAddress: string) {
  return {
    accessRequested(to: string, of: { requester: string; from: string; resource: string; path: string }): Mail {
      const [requester, resource] = [of.requester.slice(0, NAME_MAX), of.resource.slice(0, NAME_MAX)]
      return compose({
        to,
        subject: `${requester} requested access`,
        lines: [`${requester} (${of.from}) requested access to ${resource}.`],
        button: { label: 'View request', href: `${publicAddress}${of.path}` },
        after: ['Giving access creates a copy. If you do not know this person, decline.'],
      })
    },

    accessGiven(to: string, of: { owner: string; resource: string; to: string; path: string }): Mail {
      const [owner, resource] = [of.owner.slice(0, NAME_MAX), of.resource.slice(0, NAME_MAX)]
      return compose({
        to,
        subject: `${owner} gave you access`,
        lines: [`${owner} made a copy of ${resource} for ${of.to.slice(0, NAME_MAX)}.`],
        button: { label: 'Open copy', href: `${publicAddress}${of.path}` },
      })
    },
  }
}
