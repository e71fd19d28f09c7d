export const signInWanted = 'Sign in to continue.'
export const signInInviteOnly = 'Sign-up is by invitation only. Ask an administrator to invite you.'
export const signInConfirmFirst = 'Confirm your email address first.'
export const signInStale = 'You signed in a while ago. Sign in again, then repeat the action.'
export const signInInterrupted = 'You were signed out. Your input on this page is kept.'
export const signInProblems: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Incorrect email or password.',
  INVALID_EMAIL: 'Incorrect email or password.',
}
const providerFailed = 'Sign-in failed. Try again, or contact an administrator.'
/** Error messages by the error code in the URL after a failed sign-in with the identity provider. */
const providerProblems: Record<string, string> = {
  access_denied: 'You canceled the sign-in.',
  account_not_linked:
    'An account with this address exists, but the address isn’t confirmed. Sign in with your password, then link the account in the settings.',
  BANNED_USER: 'This account is banned. Contact an administrator.',
  email_not_found: 'The sign-in provider didn’t send an email address.',
  email_not_verified: 'The sign-in provider hasn’t verified your email address. Verify it there, then try again.',
  email_does_not_match: 'That account has a different email address. Link one with the same address as this account.',
  account_already_linked_to_different_user: 'This sign-in is already linked to another account.',
  INVITATION_REQUIRED: 'Sign-up is by invitation only. Ask an administrator to invite you.',
  SIGN_UP_CLOSED: 'You don’t have an account here. Ask an administrator to create one.',
  SET_UP_FIRST: 'Open the setup link that the server printed when it started.',
  state_mismatch: 'This sign-in has expired. Try again.',
  state_not_found: 'This sign-in has expired. Try again.',
  invalid_code: 'The sign-in provider’s reply wasn’t valid. Try again, or contact an administrator.',
  issuer_mismatch: 'The sign-in provider’s reply wasn’t valid. Try again, or contact an administrator.',
  unable_to_get_user_info: 'The sign-in provider’s reply wasn’t valid. Try again, or contact an administrator.',
}
export const signUpFirst = 'The first account administers this server.'
export const signUpTaken = 'An account with this address already exists. Sign in, or use another address.'
export const signUpInvalidEmail = 'Enter a valid email address.'
export const signUpInviteOnly =
  'Sign-up is by invitation only. Ask an administrator to invite you, then open the link you receive.'
export const signUpClosed = 'Sign-up is closed. Contact an administrator.'
export const passwordForgot = 'We’ll email you a reset link.'
export const passwordRequired = 'An administrator requires you to set a new password.'
export const passwordSignsOut = 'This signs you out on all other devices.'
export const passwordWrong = 'Incorrect password.'
export const passwordNoMail =
  'This server doesn’t send email. An administrator can find the link in the outbox folder of the data directory.'
export const linkSent = 'If an account with this address exists, we’ve emailed it a link.'
export const linkInvalid = 'This link is no longer valid'
export const linkExpiry = 'Links work once and expire after an hour.'
export const linkIncomplete = 'This link is incomplete. Open the full link from the email.'
export const addressRestored =
  'Your old password no longer works, and all devices were signed out. We’ve emailed you a link to set a new password.'

/**
 * Returns the reason why sign-in with the identity provider failed, given the error code in the URL. Unknown codes have
 * a general message.
 */
export function providerProblem(code: string): string {
  return (Object.hasOwn(providerProblems, code) && providerProblems[code]) || providerFailed
}

export const changeTo = '{theme}. Change to {next}'
export const systemTheme = 'System theme'
export const darkTheme = 'Dark theme'
export const lightTheme = 'Light theme'
export const newPassword = 'New password'
export const currentPassword = 'Current password'
export const passwordNotChanged = 'Your password could not be changed'
export const changePassword = 'Change password'
export const signOut = 'Sign out'
export const changeYourPassword = 'Change your password'
export const changeAddress = 'Change address'
export const sendAgain = 'Send again'
export const sendAgainIn = 'Send again in {seconds} s'
export const confirmationSent = 'We sent a confirmation link to {email}.'
export const checkYourInbox = 'Check your inbox'
export const keepAccount = 'Keep account'
export const deleteAccount = 'Delete account'
export const deletesTheAccount =
  'This permanently deletes the account {email} with its jobs, files, private processing steps and API keys. Your organizations’ data is kept.'
export const deleteYourAccount = 'Delete your account?'
export const backToDashboard = 'Back to dashboard'
export const yourAccountWasNotDeleted = 'Your account was not deleted.'
export const backToSignIn = 'Back to sign in'
export const email = 'Email'
export const sendResetLink = 'Send reset link'
export const forgotYourPassword = 'Forgot your password?'
export const goToDashboard = 'Go to dashboard'
export const signedInAs = 'You are signed in as {email}.'
export const invitationCannotBeOpened = 'This invitation can’t be opened'
export const decline = 'Decline'
export const join = 'Join'
export const joinQuestion = 'Join {name}?'
export const loadingYourInvitation = 'Loading your invitation…'
export const createAccount = 'Create account'
export const signIn = 'Sign in'
export const signInOrCreateAnAccount =
  'Sign in, or create an account with the email address that received the invitation.'
export const youveBeenInvited = 'You’ve been invited'
export const createAnAccount = 'Create an account'
export const to = 'to {host}'
export const signInWithAPasskey = 'Sign in with a passkey'
export const goodLongerIsStronger = 'Good. Longer is stronger.'
export const strong = 'Strong.'
export const guessableFromYourName = 'Easy to guess: it contains your name or email.'
export const repeatsAPattern = 'Easy to guess: it repeats a pattern.'
export const passwordRule = 'At least {length} characters. A few unrelated words work well.'
export const oneMoreCharacter = '1 more character needed.'
export const moreCharacters = '{count} more characters needed.'
export const showPassword = 'Show password'
export const hidePassword = 'Hide password'
export const continueWith = 'Continue with {name}'
export const sendANewLink = 'Send a new link'
export const setPassword = 'Set password'
export const setANewPassword = 'Set a new password'
export const back = 'Back'
export const emailMeACode = 'Email me a code'
export const sendAnotherCode = 'Send another code'
export const useABackupCode = 'Use a backup code'
export const useAOneTimeCode = 'Use a one-time code'
export const trustThisComputerFor30Days = 'Trust this computer for 30 days'
export const code = 'Code'
export const enterAllDigits = 'Enter all six digits.'
export const backupCode = 'Backup code'
export const twoFactorAuthentication = 'Two-factor authentication'
export const leaveThisPageInstead = 'Leave this page instead'
export const signInToContinue = 'Sign in to continue'
export const newLinkSent = 'We sent a new link to {email}.'
export const staySignedIn = 'Stay signed in'
export const forgotPassword = 'Forgot password?'
export const password = 'Password'
export const signInAgain = 'Sign in again'
export const signInWithNewAddress = 'Sign in with your new address.'
export const youreSignedOut = 'You’re signed out'
export const notUploadedYet = '{files} not uploaded yet'
export const signOutStopsUploads = 'Signing out cancels these uploads. You’ll need to choose the files again.'
export const signingOut = 'Signing out…'
export const tryAgain = 'Try again'
export const stillSignedIn = 'Still signed in'
export const on = 'on {host}'
export const sendMeTheNewsletter = 'Send me the newsletter'
export const name = 'Name'
export const createAdministratorAccount = 'Create administrator account'
export const createTheAdministratorAccount = 'Create the administrator account'
export const yourAddressWasNotChanged = 'Your email was not changed'
export const checkingYourLink = 'Checking your link…'
export const yourAddressWasRestored = 'Your address was restored'
export const viewYourInvitation = 'View your invitation'
export const yourAddressIsConfirmed = 'Your address is confirmed'
export const newHere = 'New here?'
export const alreadyHaveAnAccount = 'Already have an account?'
export const forgotPasswordTitle = 'Forgot password'
export const passwordSet = 'Password set. Sign in with your new password.'
export const confirmYourAddress = 'Confirm your address'
export const passwordChanged = 'Password changed'
export const accountDeleted = 'Your account was deleted'
export const confirmYourNewAddress = 'Confirm your new address'
export const addressChanged = 'Address changed. Sign in with your new address.'
