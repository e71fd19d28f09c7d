/* Texts of password reset requests, which the sign-in page does not load. */

export const linkInOutbox =
  'This server doesn’t send email. If an account with this address exists, an administrator can find the link in the outbox folder of the data directory.'
