/** A link that leads to a web page or an email address. Others, such as `javascript:`, are shown as text. */
export function safeLink(href: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href) ? href : undefined
}

/** An image that the file itself contains. Fetching others would tell their server who reads the file. */
export function embeddedImage(href: string): string | undefined {
  return /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(href) ? href : undefined
}
