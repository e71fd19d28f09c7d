export type PathPart = string | number

/** Whether a JSON value is an object, as opposed to null or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the field of an object, ignoring properties that all objects inherit, such as `constructor`. */
export function ownValue<T>(record: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined
}

/** Returns a JSON pointer into the parameters: `['bands', 0]` → `/bands/0`. */
export function pointerOf(path: readonly PathPart[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/**
 * Splits a JSON pointer: `/bands/0` → `['bands', '0']`. A pointer that starts with `#` is a URL fragment, so it is
 * percent-decoded.
 */
export function partsOf(pointer: string): string[] {
  const [start, ...parts] = pointer.split('/')
  const plain = start === '#' ? parts.map(percentDecoded) : parts
  return plain.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Decodes percent-encoded text. Returns malformed text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function isIndex(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part)
}

/** Returns the value at a pointer, or undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>((node, part) => {
    if (Array.isArray(node)) return isIndex(part) ? node[Number(part)] : undefined
    return isRecord(node) ? ownValue(node, part) : undefined
  }, root)
}

/** Returns a copy of `root` with the value at a pointer replaced; `undefined` removes the key. */
export function withValueAt(root: unknown, pointer: string, value: unknown): unknown {
  return replace(root, partsOf(pointer), value)
}

function replace(node: unknown, parts: string[], value: unknown): unknown {
  const [part, ...rest] = parts
  if (part === undefined) return value
  if (Array.isArray(node))
    return node.map((item, index) => (String(index) === part ? replace(item, rest, value) : item))
  const source = isRecord(node) ? node : {}
  const next = replace(source[part], rest, value)
  if (next !== undefined) return { ...source, [part]: next }
  const { [part]: _dropped, ...others } = source
  return others
}

/** Compares JSON values deeply. A missing key equals a key whose value is undefined. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(a[key], b[key]))
}
