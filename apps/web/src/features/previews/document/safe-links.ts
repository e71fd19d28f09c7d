/**
 * Returns the URL if it leads to a web page or an email address. Undefined for others, such as `javascript:`, which are
 * shown as text.
 */
export function safeLink(href: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href) ? href : undefined
}

/**
 * Returns the URL of an image that is embedded in the file. Undefined for others: fetching them would reveal to their
 * server who reads the file.
 */
export function embeddedImage(href: string): string | undefined {
  return /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(href) ? href : undefined
}
