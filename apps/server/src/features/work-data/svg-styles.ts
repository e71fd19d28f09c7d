import { type SvgElement, urls } from './svg-elements.ts'

/**
 * The references in style sheet rules, by the element name, `.class` or `#id` that a rule selects; `*` selects all
 * elements.
 */
export type StyleReferences = ReadonlyMap<string, readonly string[]>

/** Maximum number of references, above what an SVG may have. */
const REFERENCES_MAX = 300_000

/** Returns undefined if the style sheets import other style sheets or contain too many references. */
export function readStyles(css: string): StyleReferences | undefined {
  // An SVG shown as an image does not load style sheets from other hosts.
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
  // Each part is the text between a closing brace and the next opening brace, or within the innermost braces.
  for (const part of plain.split('}')) {
    const [body = '', selectors = '', ...outer] = part.split('{').reverse()
    const ids = urls(body)
    if (ids.length > 0) for (const selector of selectors.split(',')) add(keyOf(selector), ids)
    add('*', [selectors, ...outer].flatMap(urls))
    if (references > REFERENCES_MAX) return undefined
  }
  return found
}

/** Returns a condition that every element selected by a rule meets. */
function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~;]+/)
      .at(-1) ?? ''
  return /^[.#]?[^.#*]+/.exec(/[:[\\&|]/.test(selector) ? '' : last)?.[0] ?? '*'
}

/**
 * Returns the references in the styles that apply to an element. Selectors are matched only by name, id and classes.
 */
export function styleReferences(styles: StyleReferences, { name, id, classes }: SvgElement): string[] {
  if (styles.size === 0) return []
  return ['*', name, `#${id}`, ...classes.map((one) => `.${one}`)].flatMap((key) => styles.get(key) ?? [])
}
