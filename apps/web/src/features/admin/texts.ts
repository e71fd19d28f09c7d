/** Texts of the administration pages, apart from labels and titles. */
export const ADMIN_TEXTS = {
  adminMode: 'Show everyone’s jobs, data and steps',
  impersonate: 'You’ll act as this user for one hour. This is recorded in your activity log and theirs.',
  impersonateAdmin: 'Administrators can’t be impersonated.',
  self: 'This is your account. Change it in the settings.',
  reset: 'Emails a link to set a new password.',
  setPassword: 'Tell the user this password. They must change it when they next sign in.',
  ban: 'The user is signed out everywhere and can’t sign in. The sign-in page shows the reason and when the ban ends. API keys stop working. Data is kept.',
  signOutAll: 'The user is signed out on all devices. API keys keep working.',
  openedMail: 'Opening an email is recorded in the activity log.',
  noBackup: 'To create one, run `npm run backup -- <new folder>`.',
  externalBackup: 'Your database is external. Back it up with its own tools; Millrace doesn’t track those backups.',
  newUser: 'We’ll email a link to set a password.',
  grantId: 'Letters, digits and “_.:-”, starting with a letter.',
  noOrganizations: 'Organizations share jobs and data among their members. Users can create their own in Settings.',
  noGrants:
    'Grants give users and organizations additional permissions. For example, the codeContributor grant lets users register their own steps.',
  findHolder: 'Search users and organizations by name, or users by email.',
  noActivity: 'Changes to accounts, sessions, organizations and keys appear here.',
  onlyOwner: 'Make another member an owner, or delete the organization, before you delete this account.',
} as const

export const addAGrantTo = 'Add a grant to {name}'
export const add = 'Add'
export const grants = 'Grants'
export const grant = 'Grant'
export const addGrant = 'Add grant'
export const users = 'Users'
export const organizations = 'Organizations'
export const system = 'System'
export const activity = 'Activity'
export const noResultsFor = 'No results for “{words}”'
export const found = 'Results'
export const searchByName = 'Search by name'
export const searchByNameOrEmail = 'Search by name or email'
export const none = 'None'
export const grantsOf = 'Grants of {name}'
export const ownGrant = 'Not used by Millrace. Your programs can read it from the API.'
/** Descriptions by grant id without its prefix. */
export const WHAT_GRANTS_ALLOW: Readonly<Record<string, string>> = {
  codeContributor: 'Can register processing steps and create keys for workers.',
}
export const removeFrom = 'Remove {grant} from {name}'
export const planOf = 'Plan of {name}'
export const isOnThePlan = '{name} is now on the {plan} plan'
export const undo = 'Undo'
export const grantedTo = '{grant} granted to {name}'
export const removedFrom = '{grant} removed from {name}'
