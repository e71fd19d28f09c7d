/** What the account settings say, apart from labels and titles. */
export const SETTINGS_TEXTS = {
  profile: 'Your name and initials are shown to members of your organizations.',
  email: {
    byLink: 'We’ll email a link to the new address. Your address changes when you open it.',
    atOnce: 'This installation doesn’t send email, so the address changes immediately.',
    notice: 'The old address gets a notice with a link to undo the change. You’ll have to sign in again.',
    same: 'This is already your address.',
    invalid: 'Enter a valid email address.',
  },
  password: 'Changing your password signs you out on all other devices.',
  twoFactor: {
    help: 'Signing in takes your password and a code from an app on your phone.',
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
    help: 'Devices where you’re signed in. Sign out any you don’t recognize, then change your password.',
    none: 'No other sessions.',
    byAdministrator: 'An administrator, acting as you',
    othersTitle: 'Sign out all other devices?',
    others:
      'Everyone using your account on another device has to sign in again. Jobs keep running, and API keys keep working.',
  },
  memberships: {
    none: 'You aren’t a member of an organization.',
  },
  linked: 'Ways to sign in to this account.',
  newsletter: {
    help: 'News about this installation. You can unsubscribe here or with the link in each issue.',
    on: 'Newsletter turned on. The change may take until tomorrow.',
    off: 'Newsletter turned off. The change may take until tomorrow.',
  },
  notifications: 'Emails about your account and its security are always sent.',
  appearance: 'Stored in this browser.',
  plan: 'The limits of your own account. Each organization has its own plan. Only an administrator can change a plan.',
  data: 'Your profile, files, jobs with logs, comments and activity as a ZIP file. Your organizations’ data is not included, except for your own comments.',
  deletion: {
    help: 'Deletes your jobs, work data, processing steps and API keys permanently.',
    lost: 'Your jobs, work data, processing steps and API keys are deleted permanently, and programs that use your keys lose access.',
    kept: 'Your organizations’ data is kept.',
    next: 'We’ll email you a link. Nothing is deleted until you open it and confirm.',
    sent: 'Open the link within an hour and confirm. Until then, nothing is deleted.',
  },
} as const
