export interface Notebook {
  language: string
  cells: NotebookCell[]
}

/** A cell of a notebook with the outputs of its last run. */
export interface NotebookCell {
  kind: 'markdown' | 'code' | 'raw'
  source: string
  /** The execution count, which Jupyter shows as `In [3]`. */
  count: number | undefined
  outputs: CellOutput[]
}

export type CellOutput =
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'latex'; text: string }
  | { kind: 'markdown'; text: string }
  | { kind: 'omitted'; mediaType: string }

const TEXT_MOST = 100_000
const HTML_MOST = 2_000_000
const LATEX_MOST = 20_000
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const DRAWING = 'image/svg+xml'
/** Media types by the names that format 3 uses for them. */
const SHORT_TYPES: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: DRAWING,
  html: 'text/html',
  latex: 'text/latex',
  text: 'text/plain',
  javascript: 'application/javascript',
  json: 'application/json',
}
/** Maximum number of columns, far more than tables in notebooks have. */
const COLUMNS_MOST = 2000

/** Reads a notebook of format 3 or 4. Undefined if the text is not a notebook. */
export function readNotebook(text: string): Notebook | undefined {
  const root = recordOf(parsed(text))
  const [worksheet] = listOf(root.worksheets)
  const cells = listOf(root.cells ?? recordOf(worksheet).cells)
  if (!Array.isArray(root.cells) && worksheet === undefined) return undefined
  const metadata = recordOf(root.metadata)
  const language = recordOf(metadata.kernelspec).language ?? recordOf(metadata.language_info).name
  return { language: typeof language === 'string' ? language : 'python', cells: cells.map(cellOf) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function cellOf(value: unknown): NotebookCell {
  const cell = recordOf(value)
  const kind = cell.cell_type === 'code' || cell.cell_type === 'raw' ? cell.cell_type : 'markdown'
  const heading = cell.cell_type === 'heading' ? `${'#'.repeat(Number(cell.level) || 1)} ` : ''
  const count = cell.execution_count ?? cell.prompt_number
  return {
    kind,
    source: withAttachments(heading + textOf(cell.source ?? cell.input), recordOf(cell.attachments)),
    count: typeof count === 'number' ? count : undefined,
    outputs: listOf(cell.outputs).map((output) => outputOf(recordOf(output))),
  }
}

/** Pictures that were dragged into a cell are stored by name, outside of the cell's source, which links to them. */
function withAttachments(source: string, attachments: Record<string, unknown>): string {
  return source.replace(/\(attachment:([^)\s]+)/g, (link, name: string) => {
    const attached = recordOf(attachments[name] ?? attachments[decoded(name)])
    const src = pictureOf(attached)
    return src === undefined ? link : `(${src}`
  })
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function outputOf(output: Record<string, unknown>): CellOutput {
  if (output.output_type === 'stream') return textOutput(textOf(output.text), output.name === 'stderr')
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const trace = textOf(listOf(output.traceback).map((line) => `${textOf(line)}\n`))
    return textOutput(trace || `${textOf(output.ename)}: ${textOf(output.evalue)}`, true)
  }
  return richOutput(output.data === undefined ? formatThree(output) : recordOf(output.data))
}

function formatThree(output: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(output).flatMap(([name, value]) =>
    SHORT_TYPES[name] ? [[SHORT_TYPES[name], value]] : [],
  )
  return Object.fromEntries(named) as Record<string, unknown>
}

/**
 * Returns a representation that can be shown without running or loading anything: a picture, a table, a formula,
 * Markdown or text. HTML and JavaScript are never inserted into the page. If nothing else is available, the output is
 * marked as omitted.
 */
function richOutput(data: Record<string, unknown>): CellOutput {
  const text = textOf(data['text/plain'])
  const src = pictureOf(data)
  if (src !== undefined) return { kind: 'image', src, alt: text || 'Output' }
  const html = data['text/html']
  const rows = html === undefined ? [] : tableRows(textOf(html))
  if (rows.length > 0) return { kind: 'table', rows }
  const latex = textOf(data['text/latex'])
  if (latex.trim() !== '' && latex.length <= LATEX_MOST) return { kind: 'latex', text: latex }
  const markdown = textOf(data['text/markdown'])
  if (markdown.trim() !== '') return { kind: 'markdown', text: markdown.slice(0, TEXT_MOST) }
  if (text) return textOutput(text, false)
  return { kind: 'omitted', mediaType: Object.keys(data)[0] ?? 'unknown' }
}

/**
 * Returns a picture as a data URL for an `<img>`, in which SVG runs no scripts and loads nothing. Undefined if there is
 * none.
 */
function pictureOf(data: Record<string, unknown>): string | undefined {
  const picture = PICTURES.find((type) => textOf(data[type]) !== '')
  if (picture) return `data:${picture};base64,${textOf(data[picture]).replace(/[^a-z0-9+/=]/gi, '')}`
  const drawing = textOf(data[DRAWING])
  return drawing === '' ? undefined : `data:${DRAWING},${encodeURIComponent(drawing.toWellFormed())}`
}

/**
 * Returns the cell texts of the first table, such as a data frame. Empty if there is none. Only table tags with their
 * spans reach the parser, which in any case runs and loads nothing.
 */
function tableRows(html: string): string[][] {
  const bare = html
    .slice(0, HTML_MOST)
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/<(?!\/?(table|thead|tbody|tfoot|tr|th|td)\b)[^>]*>/gi, '')
    .replace(
      /<(\/?\w+)([^>]*)>/g,
      (_tag, name: string, attributes: string) => `<${[name, ...spans(attributes)].join(' ')}>`,
    )
  const table = new DOMParser().parseFromString(bare, 'text/html').querySelector('table')
  return inColumns(Array.from(table?.rows ?? []))
}

function spans(attributes: string): string[] {
  return Array.from(
    attributes.matchAll(/\b(colspan|rowspan)\s*=\s*["']?(\d{1,4})\b/gi),
    ([, name, count]) => `${name}=${count}`,
  )
}

interface SpanningCell {
  colSpan: number
  rowSpan: number
  textContent: string | null
}

/**
 * Returns the texts of cells, placed in the columns where a browser shows the cells. The text of a cell that spans
 * several columns or rows is in the first of them.
 */
export function inColumns(rows: readonly { cells: Iterable<SpanningCell> }[]): string[][] {
  const grid = rows.map((): string[] => [])
  rows.forEach(({ cells }, at) => {
    let column = 0
    for (const cell of cells) {
      while (grid[at]?.[column] !== undefined) column += 1
      const end = Math.min(column + cell.colSpan, COLUMNS_MOST)
      for (const below of grid.slice(at, at + cell.rowSpan)) {
        for (let place = column; place < end; place += 1) below[place] = ''
      }
      const own = grid[at]
      if (own && column < end) own[column] = cell.textContent?.trim() ?? ''
    }
  })
  // Fills the columns that no cell covers, which are holes in the array, with empty strings.
  return grid.map((cells) => Array.from(cells, (cell: string | undefined) => cell ?? ''))
}

function textOutput(text: string, isError: boolean): CellOutput {
  const plain = withoutEscapes(text)
  const shown = plain.length > TEXT_MOST ? `${plain.slice(0, TEXT_MOST)}\n…` : plain
  return { kind: 'text', text: shown, isError }
}

/** Removes ANSI escape sequences, such as terminal colors. */
function withoutEscapes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use the escape character
  return text.replace(/\u001b\[[\d;]*[A-Za-z]/g, '')
}

/** Returns a text, which Jupyter stores as one string or as an array of lines. Empty for other values. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
