import { quoted } from './sentences.ts'

/** Returns a key that occurs twice in one of the objects in valid JSON. Parsers keep only its last value. */
export function duplicateKey(text: string): string | undefined {
  const open: Set<string>[] = []
  let [isInText, start, end] = [false, 0, 0]
  for (const { 0: sign, index } of text.matchAll(/\\.|["{}:]/g)) {
    if (sign === '"') {
      isInText = !isInText
      if (isInText) start = index
      else end = index + 1
    } else if (isInText) continue
    else if (sign === '{') open.push(new Set())
    else if (sign === '}') open.pop()
    else {
      const [keys, key] = [open.at(-1), text.slice(start, end)]
      if (keys?.has(key)) return JSON.parse(key)
      keys?.add(key)
    }
  }
  return undefined
}

/** Returns the message that refuses a file, or a part of it, because of a duplicate key. */
export function duplicateFault(name: string, key: string): string {
  return `${name} contains an object with the duplicate key ${quoted(key)}. Rename or remove one of them.`
}
