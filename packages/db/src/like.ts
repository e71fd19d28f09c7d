/** An ILIKE pattern for values that contain the text. Any % or _ in the text is matched literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
