const BACKSLASH = 0x5c
const STARTS = /["[\]{},:\n]|[^\s"[\]{},:]{1,1000}/g

/**
 * Yields the tokens and line feeds of JSON text. String literals are not matched by a regular expression, because long
 * literals would overflow the stack.
 */
export function* jsonTokens(text: string): Generator<string> {
  const starts = new RegExp(STARTS)
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    if (found[0] === '"') starts.lastIndex = endOfText(text, found.index + 1)
    yield found[0] === '"' ? text.slice(found.index, starts.lastIndex) : found[0]
  }
}

/** Returns the position after a string literal. `from` is the position after its opening quote. */
export function endOfText(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH && quote - 1 - backslashes >= from) backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}
