/** What the sign-in pages know before anybody is signed in: GET /api/account/welcome. */
export interface Welcome {
  /** No account exists yet and this visitor may create the first one, the administrator. */
  firstVisit: boolean
  /** Whether visitors may make an account. */
  signUp: 'open' | 'invite' | 'closed'
  /** Whether mail leaves the server; without, it lies in the outbox folder and addresses are not verified. */
  mail: 'smtp' | 'outbox'
  passwordMinLength: number
  /** True when plain http was allowed on a public address; administrators see a banner. */
  insecureHttp: boolean
}
