import { type SvgElement, urls } from './svg-elements.ts'

/**
 * Maps what style rules select (an element name, `.class`, `#id`, or `*` for all elements) to the references in these
 * rules.
 */
export type StyleReferences = ReadonlyMap<string, readonly string[]>

/** Maximum number of references, which is more than any valid drawing has. */
const REFERENCES_MAX = 300_000

/** Returns the references in style sheets. Undefined if the style sheets import others or have too many references. */
export function readStyles(css: string): StyleReferences | undefined {
  // Imports from other hosts are ignored, because an SVG that is shown as an image does not load them.
  if (/@import(?!\s+(?:url\(\s*)?["']?https?:)/i.test(css)) return undefined
  const found = new Map<string, string[]>()
  let references = 0
  const add = (key: string, ids: readonly string[]) => {
    references += ids.length
    if (references > REFERENCES_MAX) return
    const known = found.get(key)
    if (!known) found.set(key, [...ids])
    else for (const id of ids) known.push(id)
  }
  const plain = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  // Each part ends with the body of a rule. Its selectors, and outer at-rules if any, precede the body.
  for (const part of plain.split('}')) {
    const [body = '', selectors = '', ...outer] = part.split('{').reverse()
    const ids = urls(body)
    if (ids.length > 0) for (const selector of selectors.split(',')) add(keyOf(selector), ids)
    add('*', [selectors, ...outer].flatMap(urls))
    if (references > REFERENCES_MAX) return undefined
  }
  return found
}

/** Returns a key that every element selected by a rule has: its name, class or id, or `*`. */
function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~;]+/)
      .at(-1) ?? ''
  return /^[.#]?[^.#*]+/.exec(/[:[\\&|]/.test(selector) ? '' : last)?.[0] ?? '*'
}

/** Returns the references in styles that can apply to an element, judged only by name, id and class. */
export function styleReferences(styles: StyleReferences, { name, id, classes }: SvgElement): string[] {
  if (styles.size === 0) return []
  return ['*', name, `#${id}`, ...classes.map((one) => `.${one}`)].flatMap((key) => styles.get(key) ?? [])
}
