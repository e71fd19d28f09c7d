/** The characters that separate and quote fields. An empty `quote` means that quotation marks are plain text. */
export interface Separators {
  /** One character. A space means any number of spaces and tabs. */
  delimiter: string
  quote: '"' | "'" | ''
  escapedBy: '"' | "'" | '\\' | ''
}

/** A record of a sample, and the lines that it spans. */
export interface TextRecord {
  fields: string[]
  /** The 1-based line on which the record starts. */
  line: number
  /** The line after the record's last line. */
  nextLine: number
}

/** Splits the start of a delimited file into at most `limit` records. Skips blank lines. */
export function splitRecords(text: string, separators: Separators, limit = 200): TextRecord[] {
  if (separators.delimiter === ' ') return splitSpaced(text, limit)
  const records: TextRecord[] = []
  const state = { at: 0, line: 1 }
  while (state.at < text.length && records.length < limit) {
    const line = state.line
    const fields = readFields(text, separators, state)
    const isBlank = fields.length === 1 && fields[0]?.trim() === ''
    if (!isBlank) records.push({ fields, line, nextLine: state.line })
  }
  return records
}

function splitSpaced(text: string, limit: number): TextRecord[] {
  const lines = text.split(/\r\n|\n|\r/, limit * 2)
  const records = lines.map((line, at) => ({ fields: spacedFields(line), line: at + 1, nextLine: at + 2 }))
  return records.filter(({ fields }) => fields.length > 0).slice(0, limit)
}

/** Splits a line at spaces outside quotation marks. The `%` of a comment belongs to the first word. */
export function spacedFields(line: string): string[] {
  return Array.from(line.replace(/^\s*%\s+/, '%').matchAll(/"((?:[^"]|"")*)"(?=\s|$)|\S+/g), ([word, quoted]) =>
    quoted === undefined ? word : quoted.replaceAll('""', '"'),
  )
}

function readFields(text: string, separators: Separators, state: { at: number; line: number }): string[] {
  const fields: string[] = []
  for (;;) {
    const { delimiter, quote } = separators
    skipToQuote(text, separators, state)
    fields.push(quote !== '' && text[state.at] === quote ? readQuoted(text, separators, state) : '')
    const start = state.at
    while (state.at < text.length && !endsField(text, state.at, delimiter)) state.at++
    fields[fields.length - 1] += text.slice(start, state.at)
    if (state.at >= text.length) {
      state.line++
      return fields
    }
    if (text.startsWith(delimiter, state.at)) {
      state.at += delimiter.length
      continue
    }
    state.at += text[state.at] === '\r' && text[state.at + 1] === '\n' ? 2 : 1
    state.line++
    return fields
  }
}

function skipToQuote(text: string, { quote }: Separators, state: { at: number }): void {
  let at = state.at
  while (text[at] === ' ') at++
  if (quote !== '' && text[at] === quote) state.at = at
}

function endsField(text: string, at: number, delimiter: string): boolean {
  return text[at] === '\n' || text[at] === '\r' || text.startsWith(delimiter, at)
}

function readQuoted(text: string, { quote, escapedBy }: Separators, state: { at: number; line: number }): string {
  let value = ''
  state.at++
  while (state.at < text.length) {
    const char = text[state.at]
    const next = text[state.at + 1]
    if (char === escapedBy && next === quote) {
      value += quote
      state.at += 2
      continue
    }
    state.at++
    if (char === quote) return value
    if (char === '\n') state.line++
    value += char
  }
  return value
}
