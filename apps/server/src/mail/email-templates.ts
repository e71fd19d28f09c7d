import { compose } from './compose.ts'
import type { Mail } from './mail.ts'

const IGNORE = 'If this was not you, ignore this mail; nothing has changed.'
const ONE_HOUR = 'The link works once, within an hour.'
const NAME_MAX = 80

export type EmailTemplates = ReturnType<typeof emailTemplates>

/** The mails that Millrace writes. Links are made from the configured public address, never from a request. */
export function emailTemplates(publicAddress: string) {
  const page = (path: string, token: string) => `${publicAddress}${path}?token=${encodeURIComponent(token)}`
  const forgotten = `${publicAddress}/forgot-password`
  return {
    ...newAccountLetters(publicAddress, page, forgotten),
    ...credentialLetters(page, forgotten),
    ...addressLetters(page),
    ...invitationLetters(publicAddress),
  }
}

type Page = (path: string, token: string) => string

function newAccountLetters(publicAddress: string, page: Page, forgotten: string) {
  return {
    verifyAddress: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Confirm your email address',
        lines: ['Confirm this address to sign in to Millrace.'],
        button: { label: 'Confirm address', href: page('/verify-email', token) },
        after: [ONE_HOUR, IGNORE],
      }),

    accountExists: (to: string): Mail =>
      compose({
        to,
        subject: 'You have an account already',
        lines: ['Somebody, maybe you, tried to sign up with this address. There is an account for it already.'],
        button: { label: 'Sign in', href: `${publicAddress}/login` },
        after: [`A forgotten password is set anew at ${forgotten}`, IGNORE],
      }),

    deleteAccount: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Delete your account?',
        lines: ['Your own jobs, files and keys go with the account. What belongs to an organization stays there.'],
        button: { label: 'Review and delete', href: page('/verify-delete-account', token) },
        after: [ONE_HOUR, IGNORE],
      }),
  }
}

function credentialLetters(page: Page, forgotten: string) {
  return {
    resetPassword: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Set a new password',
        lines: ['Somebody asked for a new password for this account.'],
        button: { label: 'Set password', href: page('/reset-password', token) },
        after: [ONE_HOUR, IGNORE],
      }),

    passwordChanged: (to: string): Mail =>
      compose({
        to,
        subject: 'Your password was changed',
        lines: ['The password of your account was changed, and all other devices were signed out.'],
        button: { label: 'It was not me: set a new one', href: forgotten },
      }),

    secondFactorChanged: (to: string, enrolled: boolean): Mail =>
      compose({
        to,
        subject: enrolled ? 'Two-step sign-in is on' : 'Two-step sign-in is off',
        lines: [
          `From now on your account asks for ${enrolled ? 'a code besides the password' : 'the password alone'}.`,
        ],
        button: { label: 'It was not me: set a new password', href: forgotten },
      }),

    newBackupCodes: (to: string): Mail =>
      compose({
        to,
        subject: 'You have new backup codes',
        lines: [
          'New backup codes for signing in were made; the old ones are void, and all other devices were signed out.',
        ],
        button: { label: 'It was not me: set a new password', href: forgotten },
      }),

    signInCode: (to: string, code: string): Mail =>
      compose({
        to,
        subject: 'Your code to sign in',
        lines: [`Your code is ${code}. It works for three minutes.`],
        after: ['If you are not signing in right now, somebody knows your password: change it.'],
      }),
  }
}

function addressLetters(page: Page) {
  return {
    confirmNewAddress: (to: string, token: string): Mail =>
      compose({
        to,
        subject: 'Confirm your new email address',
        lines: ['Confirm that your account shall use this address from now on. You will be signed out everywhere.'],
        button: { label: 'Use this address', href: page('/verify-email-change', token) },
        after: [ONE_HOUR, IGNORE],
      }),

    addressChanged: (to: string, newAddress: string, undoToken: string): Mail =>
      compose({
        to,
        subject: 'Your email address was changed',
        lines: [`Your account now uses ${newAddress}.`, 'If that was not you, take it back:'],
        button: { label: 'Undo the change', href: page('/verify-email-change', undoToken) },
        after: [
          'This also ends the password that was used, and a link for a new one comes to you. It works for 3 days.',
        ],
      }),
  }
}

function invitationLetters(publicAddress: string) {
  return {
    invitation(to: string, { id, ...of }: { id: string; inviter: string; organization: string; role: string }): Mail {
      const [inviter, organization] = [of.inviter.slice(0, NAME_MAX), of.organization.slice(0, NAME_MAX)]
      return compose({
        to,
        subject: `${inviter} invites you to ${organization}`,
        lines: [`${inviter} invites you to ${organization} on Millrace, as ${of.role}.`],
        button: { label: 'See the invitation', href: `${publicAddress}/invite/${encodeURIComponent(id)}` },
        after: ['If you do not know them, ignore this mail.'],
      })
    },
  }
}
