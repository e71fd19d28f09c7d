import { ParseError } from './parse-error.ts'

/*
 * A sheet can be hundreds of megabytes of XML, but consists of only a few kinds of elements in a fixed order. It is cut
 * into elements at the tags, which takes a tenth of the time that a parser reporting every tag would take.
 */

/** An element of an XML file, neither parsed nor unescaped. */
export interface XmlElement {
  /** The attributes as they are in the tag, from the element’s name to the end of the tag. */
  attributes: string
  content: string
}

/**
 * Maximum size of an element. It is limited because elements are held in memory. Programs don’t write longer rows or
 * strings.
 */
const ELEMENT_CHARACTERS_MAX = 20_000_000

interface Tags {
  prefix: string
  open: string
  close: string
  end: string
}

/** Yields the elements with this name within a container, in batches. Reads to the end, to verify the checksum. */
export async function* elementsWithin(
  chunks: AsyncIterable<Buffer>,
  container: string,
  name: string,
): AsyncGenerator<XmlElement[]> {
  const decoder = new TextDecoder()
  let tags: Tags | undefined
  let rest = ''
  let isOver = false
  for await (const chunk of chunks) {
    if (isOver) continue
    rest += decoder.decode(chunk, { stream: true })
    tags ??= tagsIn(rest, container, name)
    if (tags) {
      const cut = cutElements(rest, tags)
      if (cut.elements.length > 0) yield cut.elements
      rest = cut.rest
      isOver = cut.isOver
    }
    if (rest.length > ELEMENT_CHARACTERS_MAX) throw new ParseError(`An element ${name} is too long.`)
  }
}

/**
 * Returns the tags between which elements are cut. Elements have the namespace prefix of their container, if it has
 * one. Undefined if the text does not contain the container.
 */
function tagsIn(text: string, container: string, name: string): Tags | undefined {
  const found = new RegExp(`<(\\w+:)?${container}[\\s/>]`).exec(text)
  if (!found) return undefined
  const prefix = found[1] ?? ''
  return { prefix, open: `<${prefix}${name}`, close: `</${prefix}${name}>`, end: `</${prefix}${container}>` }
}

function cutElements(text: string, { prefix, open, close, end }: Tags) {
  const elements: XmlElement[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf(open, at)
    if (start < 0) {
      const isOver = text.includes(end, at)
      return { elements, isOver, rest: text.slice(Math.max(at, text.length - end.length)) }
    }
    const inside = start + open.length
    const tagEnd = text.indexOf('>', inside)
    const isEmpty = text[tagEnd - 1] === '/'
    const contentEnd = isEmpty ? tagEnd : text.indexOf(close, tagEnd)
    if (tagEnd < 0 || contentEnd < 0) return { elements, isOver: false, rest: text.slice(start) }
    at = isEmpty ? tagEnd + 1 : contentEnd + close.length
    if (!/[\s/>]/.test(text[inside] ?? '')) at = inside
    else {
      const content = isEmpty ? '' : text.slice(tagEnd + 1, contentEnd)
      elements.push({ attributes: text.slice(inside, tagEnd), content: withoutPrefix(content, prefix) })
    }
  }
}

function withoutPrefix(content: string, prefix: string): string {
  return prefix === '' ? content : content.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</')
}

/** Returns the attributes of all elements with this name in a short document, with any prefix. */
export function elementsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)>`, 'g')), ([, attributes = '']) => attributes)
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const mark = ` ${name}="`
  const at = attributes.indexOf(mark)
  if (at >= 0) {
    const start = at + mark.length
    return attributes.slice(start, attributes.indexOf('"', start))
  }
  if (!/['\n\t]|\s=/.test(attributes)) return undefined
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found?.[1] ?? found?.[2]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Unescapes XML. Entities that a document defines itself are left unchanged. */
export function unescaped(xml: string): string {
  const text = xml.includes('<![CDATA[') ? xml.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, raw) => escaped(raw)) : xml
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;')
}
