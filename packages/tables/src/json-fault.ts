/** Where a text stops being JSON: line and column, counted from 1; undefined for one that only ends too early. */
export interface JsonFault {
  line: number
  column: number
}

/**
 * Finds the first sign that cannot stand where it stands. The parser does not always tell; but every text cut before
 * that sign is merely unfinished, so the place can be found by halving. Call it for text that is known not to be JSON.
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
