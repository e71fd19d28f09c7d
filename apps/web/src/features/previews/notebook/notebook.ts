/** What is shown of a Jupyter notebook. */
export interface Notebook {
  language: string
  cells: NotebookCell[]
}

export interface NotebookCell {
  kind: 'markdown' | 'code' | 'raw'
  source: string
  /** The number of the execution, as Jupyter shows it: `In [3]`. */
  count: number | undefined
  outputs: CellOutput[]
}

export type CellOutput =
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'latex'; text: string }
  | { kind: 'omitted'; mediaType: string }

const TEXT_MOST = 100_000
const HTML_MOST = 2_000_000
const LATEX_MOST = 20_000
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

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
    source: heading + textOf(cell.source ?? cell.input),
    count: typeof count === 'number' ? count : undefined,
    outputs: listOf(cell.outputs).map((output) => outputOf(recordOf(output))),
  }
}

function outputOf(output: Record<string, unknown>): CellOutput {
  if (output.output_type === 'stream') return textOutput(textOf(output.text), output.name === 'stderr')
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const trace = textOf(listOf(output.traceback).map((line) => `${textOf(line)}\n`))
    return textOutput(trace || `${textOf(output.ename)}: ${textOf(output.evalue)}`, true)
  }
  return richOutput(recordOf(output.data ?? output))
}

/**
 * The representation that can be shown without running or loading anything: a picture, a table, or text. HTML and
 * JavaScript are never put into the page.
 */
function richOutput(data: Record<string, unknown>): CellOutput {
  const picture = PICTURES.find((type) => typeof data[type] === 'string')
  const text = textOf(data['text/plain'] ?? data.text)
  if (picture) {
    const base64 = textOf(data[picture]).replace(/[^a-z0-9+/=]/gi, '')
    return { kind: 'image', src: `data:${picture};base64,${base64}`, alt: text || 'Output' }
  }
  const html = data['text/html']
  const rows = html === undefined ? [] : tableRows(textOf(html))
  if (rows.length > 0) return { kind: 'table', rows }
  const latex = textOf(data['text/latex'])
  if (latex.trim() !== '' && latex.length <= LATEX_MOST) return { kind: 'latex', text: latex }
  if (text) return textOutput(text, false)
  return { kind: 'omitted', mediaType: Object.keys(data)[0] ?? 'unknown' }
}

/**
 * The texts of the first table, such as a data frame. Only the bare tags of tables reach the parser, which runs and loads
 * nothing in any case.
 */
function tableRows(html: string): string[][] {
  const bare = html
    .slice(0, HTML_MOST)
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/<(?!\/?(table|thead|tbody|tfoot|tr|th|td)\b)[^>]*>/gi, '')
    .replace(/<(\/?\w+)[^>]*>/g, '<$1>')
  const table = new DOMParser().parseFromString(bare, 'text/html').querySelector('table')
  return Array.from(table?.rows ?? [], (row) => Array.from(row.cells, (cell) => cell.textContent?.trim() ?? ''))
}

function textOutput(text: string, isError: boolean): CellOutput {
  const plain = withoutEscapes(text)
  const shown = plain.length > TEXT_MOST ? `${plain.slice(0, TEXT_MOST)}\n…` : plain
  return { kind: 'text', text: shown, isError }
}

/** Removes the colors of terminals. */
function withoutEscapes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use the escape character
  return text.replace(/\u001b\[[\d;]*[A-Za-z]/g, '')
}

/** Jupyter stores texts as one string or as a list of lines. */
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
