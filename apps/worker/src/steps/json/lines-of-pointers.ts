import { jsonTokens } from './json-tokens.ts'

/** An object or array that has not been closed yet. */
interface Open {
  pointer: string
  index: number | undefined
  key: string | undefined
}

/**
 * Returns the 1-based lines on which the `wanted` values of a JSON document start, keyed by pointer. `join` appends a
 * key or index to the pointer of the containing value. The text must be valid JSON.
 */
export function linesOfPointers(
  text: string,
  wanted: ReadonlySet<string>,
  join: (pointer: string, part: string | number) => string,
): Map<string, number> {
  const lines = new Map<string, number>()
  const open: Open[] = []
  let line = 1
  const start = (): string => {
    const top = open.at(-1)
    const pointer = top ? join(top.pointer, top.index ?? top.key ?? '') : ''
    if (wanted.has(pointer)) lines.set(pointer, line)
    return pointer
  }
  for (const token of jsonTokens(text)) {
    const top = open.at(-1)
    if (token === '\n') line += 1
    else if (token === '{' || token === '[')
      open.push({ pointer: start(), index: token === '[' ? 0 : undefined, key: undefined })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && top) {
      if (top.index === undefined) top.key = undefined
      else top.index += 1
    } else if (token !== ':') {
      if (top?.index === undefined && top && top.key === undefined) top.key = JSON.parse(token) as string
      else start()
    }
  }
  return lines
}
