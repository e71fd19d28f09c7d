import { isRecord } from './json-schema.ts'

export type PathPart = string | number

/** `['sweep', 0]` → `/sweep/0`, the JSON pointer of a place in the parameters. */
export function pointerOf(path: readonly PathPart[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** `/sweep/0` → `['sweep', '0']`. */
export function partsOf(pointer: string): string[] {
  const parts = pointer.replace(/^#/, '').split('/').slice(1)
  return parts.map((part) => decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decodePart(part: string): string {
  return part.includes('%') ? decodeURIComponent(part) : part
}

/** The value at a pointer, or undefined when the way there breaks off. */
export function valueAt(root: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>((node, part) => {
    if (Array.isArray(node)) return node[Number(part)]
    return isRecord(node) ? node[part] : undefined
  }, root)
}

/** A copy of `root` with the value at a pointer replaced; `undefined` takes the key away. */
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

/** Deep equality of JSON values; a missing key equals one that holds undefined. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(a[key], b[key]))
}
