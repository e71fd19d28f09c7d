/** A pattern for ILIKE that finds the text itself, whatever % or _ it holds. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
