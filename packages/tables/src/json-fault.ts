/** The 1-based line and column at which a string stops being valid JSON. */
export interface JsonFault {
  line: number
  column: number
}

/**
 * Finds the position at which a string stops being valid JSON. The parser does not always report this position. Text
 * that is cut off before this position is merely incomplete, so a binary search finds the position. Returns undefined
 * if the whole text is merely incomplete. Call this only with invalid JSON.
 */
export function jsonFault(text: string): JsonFault | undefined {
  if (isUnfinished(text)) return undefined
  let [good, bad] = [0, text.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isUnfinished(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const before = text.slice(0, good).split(/\r\n|\n|\r/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function isUnfinished(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const [, position] = /at position (\d+)/.exec(message) ?? []
    if (position !== undefined) return Number(position) >= text.length || message.startsWith('Unterminated')
    return message.startsWith('Unexpected end')
  }
}
