import type { Separators } from './records.ts'

export interface DelimitedRecord {
  fields: string[]
  /** The 1-based line on which the record starts. */
  line: number
  /** Whether the record has an unclosed quotation mark, which is read as plain text. */
  openQuote: boolean
  /** Whether the record contained NUL characters. They are left out. */
  hasZeros: boolean
}

/** End-of-file character of DOS. */
const CTRL_Z = '\u001a'
/**
 * Maximum length of quoted text that is kept to be read again. Longer text is not read again, even if other text
 * follows the closing mark.
 */
const OPEN_QUOTE_MAX = 100_000
/** Maximum length of a line or a field. Real tables have no longer fields. The rest of a longer field is dropped. */
export const RECORD_CHARACTERS = 1_500_000

/**
 * Splits chunks of text into records. A closing quotation mark must be followed by a delimiter or the end of the line.
 * If a quoted field spans several lines and anything else follows its closing mark, the opening mark is assumed to be
 * unclosed. The text from the opening mark on is then read again with that mark as plain text, so that no row is lost.
 */
export function recordReader(
  { delimiter, quote, escapedBy, skipLines }: Separators & { skipLines: number },
  onRecord: (record: DelimitedRecord) => void,
) {
  let fields: string[] = []
  let field = ''
  let state: 'start' | 'bare' | 'quoted' | 'escape' | 'after-quote' = 'start'
  let skipping = skipLines
  let afterReturn = false
  let openQuote = false
  let hasZeros = false
  let [line, recordLine, quoteLine] = [1, 1, 1]
  /** The text since the opening mark, cut when it becomes too long to be read again. */
  let raw = ''
  /** The text to read again. */
  let again = ''
  let isFirst = true

  function endField() {
    fields.push(field)
    field = ''
    state = 'start'
  }

  function endLine() {
    endField()
    line += 1
    const isBlank = fields.length === 1 && (fields[0] ?? '').replace(CTRL_Z, '').trim() === ''
    if (skipping > 0) skipping -= 1
    else if (!isBlank) onRecord({ fields, line: recordLine, openQuote, hasZeros })
    fields = []
    openQuote = false
    hasZeros = false
    recordLine = line
  }

  function readChar(char: string) {
    if (char === '\0') {
      hasZeros = true
      return
    }
    if (state === 'quoted' || state === 'escape') {
      if (raw.length <= OPEN_QUOTE_MAX) raw += char
      inQuotes(char)
    } else readPlain(char)
  }

  function inQuotes(char: string) {
    if (char === '\n') line += 1
    if (state === 'escape') {
      field += char === quote ? char : `\\${char}`
      state = 'quoted'
    } else if (char === quote) state = 'after-quote'
    else if (char === '\\' && escapedBy === '\\') state = 'escape'
    else if (field.length < RECORD_CHARACTERS) field += char
  }

  function readPlain(char: string) {
    if (char === '\n') {
      if (!afterReturn) endLine()
      afterReturn = false
      return
    }
    afterReturn = char === '\r'
    if (afterReturn) endLine()
    else if (char === delimiter) endField()
    else if (char === quote && state === 'start' && skipping === 0 && field.trim() === '') openField()
    else if (char === quote && state === 'after-quote') {
      field += char
      raw += char
      state = 'quoted'
    } else if (state === 'after-quote') behindQuote(char)
    else {
      if (char !== ' ') state = 'bare'
      if (field.length < RECORD_CHARACTERS) field += char
    }
  }

  function openField() {
    field = ''
    raw = ''
    quoteLine = line
    state = 'quoted'
  }

  function behindQuote(char: string) {
    if (char === ' ' || char === '\t') return
    state = 'bare'
    if (!/[\r\n]/.test(raw) || raw.length > OPEN_QUOTE_MAX) {
      field += char
      return
    }
    again = raw + char
    field = quote
    line = quoteLine
    openQuote = true
  }

  function readAll(text: string) {
    let rest = text
    while (rest !== '') {
      let read = 0
      for (const char of rest) {
        read += char.length
        readChar(char)
        if (again !== '') break
      }
      rest = again + rest.slice(read)
      again = ''
    }
  }

  return {
    read(text: string) {
      readAll(isFirst && text.startsWith('\ufeff') ? text.slice(1) : text)
      isFirst = false
    },
    /** Whether the next character starts a record, rather than a skipped line. */
    isBetweenRecords: () => state === 'start' && fields.length === 0 && field === '' && skipping === 0 && !afterReturn,
    /** Counts a line that the caller processed itself. */
    passLine() {
      line += 1
      recordLine = line
    },
    /** Ends the text. If a quotation mark is still open, returns its line. */
    end(): number | undefined {
      const isOpen = state === 'quoted' || state === 'escape'
      if (!isOpen && (field !== '' || fields.length > 0)) endLine()
      return isOpen ? quoteLine : undefined
    },
  }
}
