import { setImmediate } from 'node:timers/promises'
import { declare, decoded, hasData, plainCss, type SvgElement, svgElement, tags } from './svg-elements.ts'
import { readStyles, type StyleReferences, styleReferences } from './svg-styles.ts'

/*
 * Counts the elements that an SVG draws. With references to references, a file of 1.7 kB can draw ten billion elements.
 */

const STEPS_MAX = 300_000
const DEPTH_MAX = 100
/** Number of tags to read without a pause for other requests: about 5 ms of work. */
const TAGS_BETWEEN_PAUSES = 5_000

/**
 * The range of an element and its contents in the array of all elements, and the range of their references in the array
 * of all references.
 */
interface Span {
  elements: [from: number, to: number]
  references: [from: number, to: number]
}

interface Drawing {
  whole: Span
  places: ReadonlyMap<string, Span>
  references: readonly string[]
  data: readonly string[]
}

/**
 * Counts the elements that an SVG draws, with each reference counted as a copy of what it refers to. The number is
 * Infinity if it is unknown. It exceeds `most` if the file itself has more than `most` elements. `data` contains the
 * strings with `data:` URIs.
 */
export async function drawnElements(svg: string, most: number): Promise<{ elements: number; data: readonly string[] }> {
  const drawing = await read(svg, most)
  return { elements: drawing ? countOf(drawing) : Number.POSITIVE_INFINITY, data: drawing?.data ?? [] }
}

function countOf({ whole, places, references }: Drawing): number {
  const known = new Map<string, number>()
  const open = new Set<string>()
  let steps = 0

  function countIn({ elements, references: [from, to] }: Span): number {
    let sum = elements[1] - elements[0]
    for (let at = from; at < to && sum < Number.POSITIVE_INFINITY; at += 1) {
      steps += 1
      sum += steps > STEPS_MAX ? Number.POSITIVE_INFINITY : countNamed(references[at] ?? '')
    }
    return sum
  }

  function countNamed(id: string): number {
    const place = places.get(id)
    const found = known.get(id)
    if (found !== undefined) return found
    // Browsers do not draw circular references.
    if (!place || open.has(id)) return 0
    if (open.size >= DEPTH_MAX) return Number.POSITIVE_INFINITY
    open.add(id)
    const sum = countIn(place)
    open.delete(id)
    known.set(id, sum)
    return sum
  }

  return countIn(whole)
}

async function read(svg: string, most: number): Promise<Drawing | undefined> {
  const markup = await readMarkup(svg, most)
  if (!markup) return undefined
  const places = new Map<string, Span>()
  const references: string[] = []
  const data = [...markup.data]
  const open: Span[] = []
  let elements = 0
  let read = 0
  const close = (place: Span | undefined) => {
    if (!place) return
    place.elements[1] = elements
    place.references[1] = references.length
  }
  for (const element of markup.elements) {
    read += 1
    if (read % TAGS_BETWEEN_PAUSES === 0) await setImmediate()
    if (element === 'end') {
      close(open.pop())
      continue
    }
    const place: Span = { elements: [elements, 0], references: [references.length, 0] }
    elements += 1
    for (const id of [...element.references, ...styleReferences(markup.styles, element)]) references.push(id)
    data.push(...element.data)
    if (references.length > STEPS_MAX) return undefined
    // If several elements have the same id, browsers use the first one.
    if (element.id !== undefined && !places.has(element.id)) places.set(element.id, place)
    if (element.isEmpty) close(place)
    else open.push(place)
  }
  for (const place of open) close(place)
  return { whole: { elements: [0, elements], references: [0, references.length] }, places, references, data }
}

interface Markup {
  elements: readonly (SvgElement | 'end')[]
  styles: StyleReferences
  data: readonly string[]
}

/**
 * Reads the elements and styles. Returns undefined if the file declares or imports something that could add elements or
 * references. Styles are returned separately, because a style can follow the elements that it applies to.
 */
async function readMarkup(svg: string, most: number): Promise<Markup | undefined> {
  const entities = new Map<string, string>()
  const elements: (SvgElement | 'end')[] = []
  let css = ''
  let styleFrom = -1
  let read = 0
  let started = 0
  for (const { tag, from, to } of tags(svg)) {
    read += 1
    if (read % TAGS_BETWEEN_PAUSES === 0) await setImmediate()
    if (styleFrom >= 0) css += `${decoded(svg.slice(styleFrom, from - 1), entities)}\n`
    styleFrom = -1
    if (tag.startsWith('!')) {
      if (!declare(tag, entities)) return undefined
    } else if (tag.startsWith('/')) elements.push('end')
    else {
      const element = svgElement(tag, entities)
      elements.push(element)
      started += 1
      if (element.name === 'style' && !element.isEmpty) styleFrom = to + 1
    }
    // The limit is exceeded, so the rest is not needed.
    if (started > most) break
  }
  const styles = readStyles(css)
  return styles && { elements, styles, data: hasData(css) ? [plainCss(css)] : [] }
}
