/** Matches an element: a quoted string with escaped characters, or a plain one up to the next comma. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^,{}]+/gs
const ESCAPED = /\\(.)/gs

/**
 * Parses a one-dimensional text array in PostgreSQL's output format. The parser of `pg` appends character by character,
 * which took a quarter of a second for a page with 2 MB of tags; this parser takes 20 ms.
 */
export function parseTextArray(text: string): (string | null)[] {
  const elements: (string | null)[] = []
  for (const [plain, quoted] of text.matchAll(ELEMENT)) {
    if (quoted === undefined) elements.push(plain === 'NULL' ? null : plain)
    else elements.push(quoted.includes('\\') ? quoted.replace(ESCAPED, '$1') : quoted)
  }
  return elements
}
