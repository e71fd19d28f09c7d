/** An id nobody else has. `crypto.randomUUID` is missing on plain http, random numbers are not. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
