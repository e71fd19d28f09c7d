/** A token of a tag query expression. All spellings of a keyword or operator have the same kind. */
export interface Token {
  /** `word`, `quoted`, `end`, or an operator such as `and`, `(` or `<=`. */
  is: string
  text: string
  /** The 0-based position in the expression. */
  at: number
}

const MEANINGS: Record<string, string> = {
  '&&': 'and',
  '&': 'and',
  '||': 'or',
  '|': 'or',
  '!': 'not',
  '==': '=',
  '<>': '!=',
}
const KEYWORDS = ['and', 'or', 'not', 'in', 'contains', 'startswith', 'endswith']

const BLANKS = /\s+/y
const SIGN = /==|!=|<>|<=|>=|&&|\|\||[=<>!&|(),]/y
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy
const BARE = /[^\s"'()=!<>&|,]+/y

/**
 * Splits an expression into tokens, including a final token `end`. Throws a SyntaxError if a quotation mark is never
 * closed.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const found = take(BLANKS) ?? take(SIGN) ?? take(QUOTED) ?? take(BARE)
    if (found === undefined) throw new SyntaxError(`The quotation mark at character ${at + 1} is never closed.`)
    if (found.trim() !== '') tokens.push(token(found, at))
    at += found.length
  }
  return [...tokens, { is: 'end', text: '', at }]
}

function token(text: string, at: number): Token {
  if (/^["']/.test(text)) return { is: 'quoted', text: text.slice(1, -1).replace(/\\(.)/gs, '$1'), at }
  if (/^[=<>!&|(),]/.test(text)) return { is: MEANINGS[text] ?? text, text, at }
  const lower = text.toLowerCase()
  return { is: KEYWORDS.includes(lower) ? lower : 'word', text, at }
}
