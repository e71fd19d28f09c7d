/* The texts of features/admin/users. */

export const banQuestion = (email: string | number) => `Ban ${email}?`
export const banUser = 'Ban user'
export const reason = 'Reason'
export const reasonHelp = 'Optional. Shown to administrators and to the user.'
export const until = 'Until'
export const untilHelp = 'Without a date, the ban lasts until you lift it.'
export const chooseADayInTheFuture = 'Choose a day in the future.'
export const deleteTheAccountOf = (name: string | number) => `Delete the account of ${name}?`
export const deleteAccount = 'Delete account'
export const organizationDataIsKept = 'Data that belongs to organizations is kept.'
export const isTheOnlyOwner = (name: string | number, organizations: string | number, advice: string | number) =>
  `${name} is the only owner of ${organizations}. ${advice}`
export const typeToConfirm = (email: string | number) => `Type ${email}`
export const confirmationHelp = 'Type the email address of the account.'
export const newUser = 'New user'
export const createUser = 'Create user'
export const name = 'Name'
export const enterAName = 'Enter a name.'
export const email = 'Email'
export const enterAnEmailAddress = 'Enter an email address.'
export const plan = 'Plan'
export const roleOf = (name: string | number) => `Role of ${name}`
export const makeAnAdministrator = (name: string | number) => `Make ${name} an administrator?`
export const removeAdministratorRightsFrom = (name: string | number) => `Remove administrator rights from ${name}?`
export const makeAdministrator = 'Make administrator'
export const removeRights = 'Remove rights'
export const keepRole = 'Keep role'
export const whatAdministratorsCanDo =
  'Administrators can open all users’ data, change and delete accounts, and make others administrators.'
export const roleChangeHelp = 'The change takes effect immediately. The account and its data are kept.'
export const setAPasswordFor = (name: string | number) => `Set a password for ${name}`
export const setPassword = 'Set password'
export const passwordSetFor = (name: string | number) => `Password set for ${name}`
export const newPassword = 'New password'
export const sendResetLink = 'Send reset link'
export const resetLinkSentTo = (email: string | number) => `Reset link sent to ${email}`
export const setPasswordMenu = 'Set password…'
export const unban = (name: string | number) => `Unban ${name}`
export const canSignInAgain = (name: string | number) => `${name} can sign in again`
export const banMenu = (name: string | number) => `Ban ${name}…`
export const deleteAccountMenu = 'Delete account…'
export const operator = 'Operator'
export const user = 'User'
export const theUserCouldNotBeLoaded = 'The user could not be loaded'
export const impersonate = (name: string | number) => `Impersonate ${name}`
export const role = 'Role'
export const lastSeen = 'Last seen'
export const memberOf = 'Member of'
export const workData = 'Work data'
export const usersCouldNotBeLoaded = 'Users could not be loaded'
export const users = 'Users'
export const theListIsShorterNow = 'The list is shorter now.'
export const thisPageIsEmpty = 'This page is empty'
export const firstPage = 'First page'
export const verified = 'Verified'
export const organizations = 'Organizations'
export const created = 'Created'
export const bannedUntil = (banExpires: string | number) => `Banned until ${banExpires}`
export const banned = 'Banned'
export const adminRole = 'admin'
export const userRole = 'user'
export const adminLabel = 'Admin'
export const searchByEmail = 'Search by email'
export const searchByName = 'Search by name'
export const searchBy = 'Search by'
export const sessionsCounted = (count: string | number) => `Sessions ${count}`
export const sessions = 'Sessions'
export const signOutAll = 'Sign out all'
export const sessionsCouldNotBeLoaded = 'Sessions could not be loaded'
export const notSignedInAnywhere = 'Not signed in anywhere'
export const sessionsOf = (name: string | number) => `Sessions of ${name}`
export const signOutEverywhere = (name: string | number) => `Sign ${name} out everywhere?`
export const keepSignedIn = 'Keep signed in'
export const signedOutEverywhere = (name: string | number) => `${name} signed out everywhere`
export const impersonationByAnAdministrator = 'Impersonation by an administrator'
export const signOut = 'Sign out'
export const signOutName = (name: string | number) => `Sign out ${name}`
export const signedOut = (name: string | number) => `${name} signed out`
export const userBanned = (name: string | number) => `${name} banned`
export const userDeleted = (name: string | number) => `${name} deleted`
export const userCreated = (name: string | number) => `${name} created`
export const isAUser = (name: string | number) => `${name} is a user`
export const isAnAdministrator = (name: string | number) => `${name} is an administrator`
