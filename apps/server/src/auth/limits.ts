import { ACCESS_REQUEST_LIMITS } from '@millrace/contracts/access-requests'

/** A leaky bucket: allows a burst of `max` requests, and on average `max` requests per `window` seconds. */
export interface Rule {
  max: number
  window: number
}

export interface AuthLimits {
  /** Requests per client IP address to one endpoint. */
  path: Rule
  /** Requests per client IP address to one endpoint that takes a credential or reveals which short names are taken. */
  credentials: Rule
  /** Requests per client IP address to one endpoint that sends an email. */
  mails: Rule
  /** Password attempts on one account from any IP address. A browser that has signed in before has its own bucket. */
  account: Rule
  /** Second-factor attempts on one account, across all kinds of codes. */
  codes: Rule
  /** Emails requested for one recipient. */
  recipient: Rule
  /** Invitations sent by one user. */
  invitations: Rule
  /** Invitations to one email address, across all users. */
  invited: Rule
  /** Comments written by one user. */
  comments: Rule
  /** Emails to one user about mentions by one other user. Further mentions are not emailed. */
  mentions: Rule
  /** Access requests made by one user. */
  accessRequests: Rule
}

export const AUTH_LIMITS: AuthLimits = {
  path: { max: 120, window: 60 },
  credentials: { max: 20, window: 60 },
  mails: { max: 10, window: 300 },
  account: { max: 10, window: 600 },
  codes: { max: 5, window: 900 },
  recipient: { max: 5, window: 1800 },
  invitations: { max: 100, window: 3600 },
  invited: { max: 20, window: 86_400 },
  comments: { max: 30, window: 300 },
  mentions: { max: 10, window: 3600 },
  accessRequests: { max: ACCESS_REQUEST_LIMITS.perUserAndDay, window: 86_400 },
}
