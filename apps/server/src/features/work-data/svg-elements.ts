import { percentDecoded } from '@millrace/parameters/pointer'

/**
 * The parts of a start tag that decide what is drawn: the name of the element, the id and classes by which styles can
 * select it, its references, and its `data:` URIs.
 */
export interface SvgElement {
  /** The name without its namespace prefix. */
  name: string
  id: string | undefined
  classes: readonly string[]
  references: readonly string[]
  /** Attribute values with `data:` URIs. */
  data: readonly string[]
  isEmpty: boolean
}

type Entities = ReadonlyMap<string, string>

const SKIPPED = [
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
  ['?', '?>'],
] as const

/**
 * Yields tags and declarations without their angle brackets. Reads each character once, even if closing brackets are
 * missing.
 */
export function* tags(text: string): Generator<{ tag: string; from: number; to: number }> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const from = at + 1
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, from))
    // A document type is not yielded, but the declarations in it are.
    const isOuter = text.startsWith('!DOCTYPE', from)
    at = skipped ? text.indexOf(skipped[1], from) : endOfTag(text, from, isOuter ? '[>' : '>')
    if (at < 0) return
    if (!skipped && !isOuter) yield { tag: text.slice(from, at), from, to: at }
  }
}

function endOfTag(text: string, from: number, ends: string): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (ends.includes(character)) return at
    else if (character === '"' || character === "'") quote = character
  }
  return -1
}

/** Maximum length of an entity. Drawing programs use short entities. Long ones could be repeated to exhaust memory. */
const ENTITY_CHARACTERS = 100

/**
 * Records the entity that a declaration defines, if any. Returns false for long entities, and for declarations that
 * could add elements or references. Drawing programs write neither.
 */
export function declare(tag: string, entities: Map<string, string>): boolean {
  if (/^!ATTLIST\s/.test(tag)) return [...tag.matchAll(QUOTED)].every(([value]) => /^.https?:/.test(value))
  const [, name, value] = /^!ENTITY\s+([^\s"']+)\s+("[^"]*"|'[^']*')/.exec(tag) ?? []
  if (name === undefined || value === undefined) return !/^!ENTITY\s+%/.test(tag)
  entities.set(name, value.slice(1, -1))
  return value.length <= ENTITY_CHARACTERS && !/[<&]/.test(value)
}

const QUOTED = /"[^"]*"|'[^']*'/g
const ATTRIBUTE = /(?<=\s)([^\s="'<>]+)\s*=\s*("[^"]*"|'[^']*')/g
/** Attributes by which an animation can change a reference. */
const VALUES = ['to', 'from', 'by', 'values']

/** Reads a start tag without its angle brackets, and decodes the entities in its attributes. */
export function svgElement(tag: string, entities: Entities): SvgElement {
  const name = local(/^[^\s/]*/.exec(tag)?.[0] ?? '')
  const element = {
    name,
    id: undefined as string | undefined,
    classes: [] as string[],
    references: [] as string[],
    data: [] as string[],
  }
  for (const [, key = '', quoted = ''] of tag.matchAll(ATTRIBUTE)) {
    const value = decoded(quoted.slice(1, -1), entities)
    if (key === 'id') element.id = value
    if (key === 'class') element.classes = [...new Set(value.split(/\s+/))]
    // A link to an element does not draw the element.
    if (local(key) === 'href' && name !== 'a') element.references.push(...fragments([value]))
    if (VALUES.includes(key)) element.references.push(...fragments(value.split(';')))
    element.references.push(...urls(value))
    if (hasData(value)) element.data.push(value)
  }
  return { ...element, isEmpty: tag.endsWith('/') }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function fragments(addresses: readonly string[]): string[] {
  return addresses
    .filter((one) => one.includes('#'))
    .map((one) => percentDecoded(one.slice(one.indexOf('#') + 1).trim()))
}

/** Returns the ids in values such as `url(#a)`, including those with CSS escapes. */
export function urls(css: string): string[] {
  return [...plainCss(css).matchAll(/url\([^()#]*#([^"')\s]+)/gi)].map(([, id = '']) => percentDecoded(id))
}

export function plainCss(css: string): string {
  return css.includes('\\') ? css.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, cssCharacter) : css
}

/** Whether a value contains a `data:` URI, possibly written with CSS escapes. */
export function hasData(value: string): boolean {
  return /data:/i.test(value) || (value.includes('\\') && /data:/i.test(plainCss(value)))
}

function cssCharacter(_: string, hex: string | undefined, character = ''): string {
  return hex === undefined ? character : characterOf(Number.parseInt(hex, 16))
}

/** Decodes character references and entities. */
export function decoded(text: string, entities: Entities): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([^\s&;#]+));/gi, (whole, hex?: string, digits?: string, name = '') => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
    return digits === undefined ? (entities.get(name) ?? whole) : characterOf(Number(digits))
  })
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}
