/** A line of a page: a heading, text, or the cells of a row. The level is 1 to 6 for headings, otherwise 0. */
export interface OutlineLine {
  cells: string[]
  isHead: boolean
  level: number
}

/** Maximum number of columns of a table, because more would be unreadable. */
const MOST_CELLS = 4
/** Number of characters that are parsed: enough for the first lines, and quick to parse. */
const MOST_LETTERS = 200_000
const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, li, tr, pre'

/**
 * Returns the first non-empty lines of an HTML page, or its title if there are none. Headings at the end are dropped,
 * except the first line. The parser doesn't load or run anything.
 */
export function pageOutline(html: string, mostLines: number): OutlineLine[] {
  const page = new DOMParser().parseFromString(html.slice(0, MOST_LETTERS), 'text/html')
  const lines: OutlineLine[] = []
  for (const block of page.body.querySelectorAll(BLOCKS)) {
    // Skipped, because the blocks inside of it follow.
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
