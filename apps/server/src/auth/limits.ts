/** So many at once, and as many again spread over the seconds that follow. */
export interface Rule {
  max: number
  window: number
}

/** How often somebody may knock. All of it comes in through `deps`, so tests need not wait. */
export interface AuthLimits {
  /** Requests to one path of the account API, per address. */
  path: Rule
  /** The same for paths that take a password or a code. */
  credentials: Rule
  /** The same for paths that send a mail. */
  mails: Rule
  /** Passwords tried on one account, from wherever. A browser that was signed in before has its own count. */
  account: Rule
  /** Codes tried as the second step of one account, of all kinds together. */
  codes: Rule
  /** Mails asked for one recipient. */
  recipient: Rule
  /** Invitations that one person sends. */
  invitations: Rule
}

export const AUTH_LIMITS: AuthLimits = {
  path: { max: 120, window: 60 },
  credentials: { max: 20, window: 60 },
  mails: { max: 10, window: 300 },
  account: { max: 10, window: 600 },
  codes: { max: 5, window: 900 },
  recipient: { max: 5, window: 1800 },
  invitations: { max: 100, window: 3600 },
}
