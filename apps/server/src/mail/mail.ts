/** An email to one person, in two equivalent forms. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Accepts an email for delivery: the promise resolves once it is queued, and it is sent soon after. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
