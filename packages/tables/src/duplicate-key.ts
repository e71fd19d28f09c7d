import { parseWithNaN } from './exact-json.ts'
import { quoted } from './sentences.ts'
import { TableFault } from './table-fault.ts'

const [QUOTE, COLON, BACKSLASH, OPEN, CLOSE] = [...'":\\{}'].map((sign) => sign.charCodeAt(0))

/**
 * Returns a key that occurs twice in an object of valid JSON, if any. Parsers keep only the last value of such a key.
 */
export function duplicateKey(text: string): string | undefined {
  const open: Set<string>[] = []
  let [start, end] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      start = at
      at += 1
      while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
      end = at + 1
    } else if (sign === OPEN) open.push(new Set())
    else if (sign === CLOSE) open.pop()
    else if (sign === COLON) {
      const [keys, key] = [open.at(-1), text.slice(start, end)]
      if (keys?.has(key)) return JSON.parse(key)
      keys?.add(key)
    }
  }
  return undefined
}

/** Returns the error message for a file, or a named part of a file, with a duplicate key. */
export function duplicateFault(name: string, key: string): string {
  return `${name} contains an object with the duplicate key ${quoted(key)}. Rename or remove one of them.`
}

/** Parses JSON like `parseWithNaN`, but refuses objects with a duplicate key. */
export function parseUnique(text: string, name: string): unknown {
  const value = parseWithNaN(text)
  const twice = duplicateKey(text)
  if (twice !== undefined) throw new TableFault(duplicateFault(name, twice))
  return value
}
