/** A line of a page: a heading of level 1 to 6, text, or the cells of a row. */
export interface OutlineLine {
  cells: string[]
  /** A row of heads. */
  isHead: boolean
  level: number
}

/** As many columns of a table as are readable. */
const MOST_CELLS = 4
/** Enough for the first lines, and quick to parse. */
const MOST_LETTERS = 200_000
const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, li, tr, pre'

/**
 * The first lines of an HTML page that are not empty, none of them a heading with nothing below. The parser runs and loads
 * nothing.
 */
export function pageOutline(html: string, mostLines: number): OutlineLine[] {
  const page = new DOMParser().parseFromString(html.slice(0, MOST_LETTERS), 'text/html')
  const lines: OutlineLine[] = []
  for (const block of page.body.querySelectorAll(BLOCKS)) {
    // The blocks in it come next.
    if (block.querySelector(BLOCKS)) continue
    const cells = cellsOf(block)
    const level = Number(/^H(\d)$/.exec(block.tagName)?.[1] ?? 0)
    if (cells.some(Boolean)) lines.push({ cells, isHead: block.querySelector('th:last-child') !== null, level })
    if (lines.length === mostLines) break
  }
  while (lines.length > 1 && isHeading(lines.at(-1))) lines.pop()
  const title = page.title.trim()
  return lines.length > 0 || title === '' ? lines : [{ cells: [title], isHead: false, level: 1 }]
}

function isHeading(line: OutlineLine | undefined): boolean {
  return line !== undefined && (line.isHead || line.level > 0)
}

function cellsOf(block: Element): string[] {
  const cells = block instanceof HTMLTableRowElement ? Array.from(block.cells).slice(0, MOST_CELLS) : [block]
  return cells.map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '')
}
