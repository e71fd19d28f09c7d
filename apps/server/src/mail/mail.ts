/** A mail to one person. Both forms say the same. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Takes a mail for delivery: it is kept in the queue before the promise is kept, and sent soon after. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
