export {
  changePassword,
  code,
  deleteAccount,
  deleteYourAccount,
  email,
  keepAccount,
  name,
  password,
  passwordChanged,
  sendMeTheNewsletter,
  signOut,
  twoFactorAuthentication,
} from '../texts.ts'

export const SETTINGS_TEXTS = {
  profile: 'Your name and initials are shown to members of your organizations.',
  email: {
    byLink: 'We’ll email a link to the new address. Your address changes when you open it.',
    immediate: 'This server doesn’t send email, so the address changes immediately.',
    notice: 'The old address gets a notice with a link to undo the change. You’ll have to sign in again.',
    same: 'This is already your address.',
    invalid: 'Enter a valid email address.',
  },
  password: 'Changing your password signs you out on all other devices.',
  twoFactor: {
    help: 'Require a code from an authenticator app in addition to your password.',
    start: 'You need an authenticator app on your phone, such as the one built into your password manager.',
    scan: 'Scan this code with your authenticator app.',
    byHand: 'Can’t scan it? Enter this key in the app.',
    code: 'Then enter the code that the app shows.',
    newCodes: 'Your current backup codes stop working.',
    off: 'Your password alone will be enough to sign in. Your backup codes stop working.',
  },
  backupCodes: {
    purpose: 'Each code signs you in once if you don’t have your phone. Store them somewhere safe.',
    reminder: 'Not saved yet',
    warning: 'You haven’t saved the codes. They won’t be shown again.',
  },
  sessions: {
    help: 'Sign out of any device you don’t recognize, then change your password.',
    none: 'No other sessions.',
    byAdministrator: 'An administrator, acting as you',
    othersTitle: 'Sign out of all other devices?',
    others:
      'Everyone using your account on another device has to sign in again. Jobs keep running, and API keys keep working.',
  },
  memberships: {
    none: 'You aren’t a member of an organization.',
  },
  linked: 'Ways to sign in to this account.',
  newsletter: {
    help: 'News about this server. You can unsubscribe here or with the link in each issue.',
    on: 'Newsletter turned on. The change can take up to a day to take effect.',
    off: 'Newsletter turned off. The change can take up to a day to take effect.',
  },
  notifications: 'Emails about your account and its security are always sent.',
  appearance: 'Stored in this browser.',
  plan: 'The limits of your own account. Each organization has its own plan. Only an administrator can change a plan.',
  data: 'Download your profile, files, jobs (with logs), comments and activity as a ZIP file. Your organizations’ data is not included, except for your own comments.',
  deletion: {
    help: 'Deletes your jobs, work data, private processing steps and API keys permanently.',
    lost: 'Your jobs, work data, private processing steps and API keys are deleted permanently, and programs that use your keys lose access.',
    kept: 'Your organizations’ data is kept.',
    byMail: 'We’ll email you a link.',
    next: 'Nothing is deleted until you open the link and confirm.',
    sent: 'Open the link within an hour and confirm. Until then, nothing is deleted.',
  },
} as const

export const yourData = 'Your data'
export const account = 'Account'
export const settings = 'Settings'
export const singleKeysHelp = 'Keys such as N and G. Combinations with Ctrl or ⌘ always work.'
export const singleKeyShortcuts = 'Single-key shortcuts'
export const listDensity = 'List density'
export const theme = 'Theme'
export const appearance = 'Appearance'
export const comfortable = 'Comfortable'
export const defaultLabel = 'Default'
export const compact = 'Compact'
export const system = 'System'
export const dark = 'Dark'
export const light = 'Light'
export const downloadCodes = 'Download codes'
export const copyCodes = 'Copy codes'
export const backupCodes = 'Backup codes'
export const closeWithoutSaving = 'Close without saving'
export const newEmail = 'New email'
export const changeEmail = 'Change email'
export const sendLink = 'Send link'
export const yourAddressIsNow = 'Your address is now {email}'
export const emailMeTheLink = 'Email me the link'
export const createLink = 'Create link'
export const linkCreated = 'Link created'
export const close = 'Close'
export const linkSentTo = 'Link sent to {email}'
export const deleteAccountMenu = 'Delete account…'
export const cancelChange = 'Cancel change'
export const confirmed = 'Confirmed'
export const unlink = 'Unlink'
export const unlinked = '{name} unlinked'
export const unlinkNamed = 'Unlink {name}'
export const linkedAccounts = 'Linked accounts'
export const linkedAccountsCouldNotBeLoaded = 'Linked accounts could not be loaded'
export const link = 'Link {name}'
export const switchLabel = 'Switch'
export const switchTo = 'Switch to {name}'
export const current = 'Current'
export const organizations = 'Organizations'
export const organizationsAndTeams = 'Organizations and teams'
export const newsletter = 'Newsletter'
export const emailMeWhenMentioned = 'Email me when someone mentions me in a comment'
export const notifications = 'Notifications'
export const cancel = 'Cancel'
export const passkeyRemoved = 'Passkey {name} removed'
export const removePasskey = 'Remove passkey'
export const removePasskeyQuestion = 'Remove passkey {name}?'
export const rename = 'Rename'
export const renamePasskey = 'Rename passkey'
export const passkeyAdded = 'Passkey {name} added'
export const addPasskey = 'Add passkey'
export const remove = 'Remove'
export const removeNamed = 'Remove {name}'
export const renameNamed = 'Rename {name}'
export const neverUsed = 'Never used'
export const passkeys = 'Passkeys'
export const passkeysCouldNotBeLoaded = 'Passkeys could not be loaded'
export const plan = 'Plan'
export const saveName = 'Save name'
export const enterYourName = 'Enter your name.'
export const enterAPasskeyName = 'Enter a name for the passkey.'
export const profile = 'Profile'
export const nameSaved = 'Name saved'
export const signedOut = '{device} signed out'
export const keepSignedIn = 'Keep signed in'
export const signOutNamed = 'Sign out {device}'
export const thisDevice = 'This device'
export const sessions = 'Sessions'
export const sessionsCouldNotBeLoaded = 'Sessions could not be loaded'
export const signOutAllOthers = 'Sign out of all other devices'
export const twoFactorAuthenticationTurnedOff = 'Two-factor authentication turned off'
export const keepItOn = 'Keep it on'
export const turnOff = 'Turn off'
export const turnOffTwoFactorAuthentication = 'Turn off two-factor authentication?'
export const keepTheOldOnes = 'Keep the old ones'
export const createCodes = 'Create codes'
export const createNewBackupCodes = 'Create new backup codes?'
export const newBackupCodes = 'New backup codes'
export const off = 'Off'
export const onWithAnAuthenticatorApp = 'On, with an authenticator app'
export const setUp = 'Set up'
export const turnOn = 'Turn on'
export const openInAuthenticatorApp = 'Open in authenticator app'
export const copyKey = 'Copy key'
export const qrCodeForYourAuthenticatorApp = 'QR code for your authenticator app'
export const scanTheCode = 'Scan the code'
export const continueLabel = 'Continue'
export const setUpTwoFactorAuthentication = 'Set up two-factor authentication'
export const twoFactorAuthenticationIsOn = 'Two-factor authentication is on'
