/**
 * Maximum indentation depth. Deeper elements are not indented further, so that deeply nested XML doesn't fill the
 * memory with spaces.
 */
const DEPTH_MAX = 20
/** Delimiters of constructs whose content is skipped. */
const OPAQUE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

interface Token {
  kind: 'open' | 'close' | 'alone' | 'text'
  start: number
  end: number
  /** For an opening tag: the token that closes the element. */
  closedBy?: number
  /** For an opening tag: whether the element contains text, whose whitespace must be preserved. */
  hasText?: boolean
}

/**
 * Formats XML with one element per line, indented. Elements that contain text are left unchanged. Only tags are parsed:
 * entities and document types are copied. Undefined if tags are incomplete or don't match. A text with `isCut` may end
 * anywhere, and one with `isContinued` may start anywhere.
 */
export function formatXml(text: string, { isCut = false, isContinued = false }: Part = {}): string | undefined {
  const tokens = tokensOf(text, { isCut, isContinued })
  const closed = tokens && pairUp(tokens, text, { isCut, isContinued })
  return closed === undefined ? undefined : indented(tokens ?? [], text, closed)
}

interface Part {
  isCut?: boolean
  isContinued?: boolean
}

function tokensOf(text: string, { isCut, isContinued }: Part): Token[] | undefined {
  const tokens: Token[] = []
  const rest = isContinued ? endOfRest(text) : 0
  if (rest > 0) tokens.push({ kind: 'alone', start: 0, end: rest })
  for (let start = rest; start < text.length; ) {
    const end = text[start] === '<' ? endOfMark(text, start) : endOr(text, text.indexOf('<', start))
    if (end === undefined && !isCut) return undefined
    tokens.push({ kind: kindOf(text, start, end), start, end: end ?? text.length })
    start = end ?? text.length
  }
  return tokens
}

/** Returns the end of a tag that started in an earlier part, or 0 if there is none. */
function endOfRest(text: string): number {
  const [from, to] = [text.indexOf('<'), text.indexOf('>')]
  return to >= 0 && (from < 0 || to < from) ? to + 1 : 0
}

function kindOf(text: string, start: number, end: number | undefined): Token['kind'] {
  if (text[start] !== '<' || text.startsWith('<![CDATA[', start)) return 'text'
  if (end === undefined || /[!?]/.test(text[start + 1] ?? '') || text[end - 2] === '/') return 'alone'
  return text[start + 1] === '/' ? 'close' : 'open'
}

function endOfMark(text: string, start: number): number | undefined {
  for (const [from, to] of OPAQUE) {
    if (!text.startsWith(from, start)) continue
    const at = text.indexOf(to, start + from.length)
    return at < 0 ? undefined : at + to.length
  }
  return endOfTag(text, start)
}

/**
 * Returns the end of a tag, or undefined if the tag is incomplete. A document type declaration may contain other
 * declarations in brackets.
 */
function endOfTag(text: string, start: number): number | undefined {
  let brackets = 0
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1)
      if (at < 0) return undefined
    } else if (character === '[') brackets += 1
    else if (character === ']') brackets -= 1
    else if (character === '>' && brackets <= 0) return at + 1
  }
  return undefined
}

function endOr(text: string, at: number): number {
  return at < 0 ? text.length : at
}

/**
 * Pairs the opening and closing tags by setting `closedBy`, and sets `hasText`. Returns how many elements of earlier
 * parts are closed, or undefined if a closing tag is missing or doesn't match.
 */
function pairUp(tokens: Token[], text: string, { isCut, isContinued }: Part): number | undefined {
  const open: Token[] = []
  let closed = 0
  for (const [at, token] of tokens.entries()) {
    const parent = open.at(-1)
    if (token.kind === 'open') open.push(token)
    else if (token.kind === 'text' && parent && /\S/.test(text.slice(token.start, token.end))) parent.hasText = true
    else if (token.kind === 'close' && !parent && isContinued) closed += 1
    else if (token.kind === 'close') {
      if (!parent || nameOf(text, parent) !== nameOf(text, token)) return undefined
      parent.closedBy = at
      open.pop()
    }
  }
  return isCut || open.length === 0 ? closed : undefined
}

function nameOf(text: string, { start, end }: Token): string {
  return /^<\/?([^\s/>]*)/.exec(text.slice(start, Math.min(end, start + 1000)))?.[1] ?? ''
}

function indented(tokens: readonly Token[], text: string, from: number): string {
  const lines: string[] = []
  let depth = from
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    if (token.kind === 'close') depth -= 1
    const { closedBy } = token
    const isWhole = closedBy !== undefined && (token.hasText || closedBy === at + 1)
    if (isWhole) at = closedBy
    const line = text.slice(token.start, tokens[at]?.end).trim()
    if (line !== '') lines.push(`${'  '.repeat(Math.min(depth, DEPTH_MAX))}${line}`)
    if (token.kind === 'open' && !isWhole) depth += 1
  }
  return `${lines.join('\n')}\n`
}
