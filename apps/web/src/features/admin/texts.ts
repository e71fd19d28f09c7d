/** What the administration pages say, apart from labels and titles. */
export const ADMIN_TEXTS = {
  adminMode: 'Show everybody’s jobs, data and steps',
  impersonate: 'You see and do what this user can, for one hour. Both activity logs record it.',
  impersonateAdmin: 'Administrators can’t be impersonated.',
  self: 'This is your account. Change it in the settings.',
  reset: 'Emails a link to set a new password.',
  setPassword: 'Tell the user this password. They must change it when they next sign in.',
  ban: 'The user is signed out everywhere and can’t sign in. API keys stop working. Data is kept.',
  signOutAll: 'The user is signed out on all devices. API keys keep working.',
  newUser: 'We’ll email a link to set a password.',
  grantId: 'Letters, digits and “_.:-”, starting with a letter.',
  noOrganizations: 'Users create organizations with the menu at the top of the sidebar.',
  noGrants: 'A grant gives a user or an organization an additional right.',
  findHolder: 'Search users and organizations by name, or users by email.',
  noActivity: 'Changes of accounts, sessions, organizations and keys appear here.',
  onlyOwner: 'Make another member an owner, or delete the organization, before you delete this account.',
} as const
