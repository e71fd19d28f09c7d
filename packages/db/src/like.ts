/** An ILIKE pattern that matches the text literally, including any % or _ in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
