/** An email to one recipient, as text and as equivalent HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Accepts an email for delivery. The promise resolves once the email is queued. The email is sent soon after. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
