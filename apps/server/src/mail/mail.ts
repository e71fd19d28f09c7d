export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Accepts emails for delivery. `send` resolves once the email is queued, before it is delivered. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
