import { type SvgElement, urls } from './svg-elements.ts'

/**
 * What the rules of style sheets refer to, by the element name, `.class` or `#id` that they select; `*` selects all.
 */
export type StyleReferences = ReadonlyMap<string, readonly string[]>

/** More references than an SVG may have. */
const REFERENCES_MAX = 300_000

/** Undefined if the sheets import other sheets or refer to too much. */
export function readStyles(css: string): StyleReferences | undefined {
  // A picture does not load sheets from elsewhere.
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
  // Text between closing braces and the next opening one, or within the innermost braces.
  for (const part of plain.split('}')) {
    const [body = '', selectors = '', ...outer] = part.split('{').reverse()
    const ids = urls(body)
    if (ids.length > 0) for (const selector of selectors.split(',')) add(keyOf(selector), ids)
    add('*', [selectors, ...outer].flatMap(urls))
    if (references > REFERENCES_MAX) return undefined
  }
  return found
}

/** A condition that each element of a rule meets. */
function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~;]+/)
      .at(-1) ?? ''
  return /^[.#]?[^.#*]+/.exec(/[:[\\&|]/.test(selector) ? '' : last)?.[0] ?? '*'
}

/** What the styles that apply to an element refer to. Selectors are matched by name, id and classes alone. */
export function styleReferences(styles: StyleReferences, { name, id, classes }: SvgElement): string[] {
  if (styles.size === 0) return []
  return ['*', name, `#${id}`, ...classes.map((one) => `.${one}`)].flatMap((key) => styles.get(key) ?? [])
}
