/** A line of a page: a heading of level 1 to 6, or text. */
export interface OutlineLine {
  text: string
  level: number
}

const MOST_LINES = 12
/** Enough for the first lines, and quick to parse. */
const MOST_LETTERS = 200_000
const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, li, tr, pre'

/** The first lines of an HTML page that are not empty. The parser runs and loads nothing. */
export function pageOutline(html: string): OutlineLine[] {
  const page = new DOMParser().parseFromString(html.slice(0, MOST_LETTERS), 'text/html')
  const lines: OutlineLine[] = []
  for (const block of page.body.querySelectorAll(BLOCKS)) {
    // The blocks in it come next.
    if (block.querySelector(BLOCKS)) continue
    const text = textOf(block)
    if (text !== '') lines.push({ text, level: Number(/^H(\d)$/.exec(block.tagName)?.[1] ?? 0) })
    if (lines.length === MOST_LINES) break
  }
  const title = page.title.trim()
  return lines.length > 0 || title === '' ? lines : [{ text: title, level: 1 }]
}

function textOf(block: Element): string {
  const cells = block instanceof HTMLTableRowElement ? Array.from(block.cells) : [block]
  return cells.map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '').join(' · ')
}
