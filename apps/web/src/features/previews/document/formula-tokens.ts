import type { MarkedExtension, TokenizerAndRendererExtension, Tokens } from 'marked'

export interface FormulaToken extends Tokens.Generic {
  type: 'formula'
  raw: string
  source: string
  /** Whether the formula is displayed on a separate line. */
  isBlock: boolean
}

/** Maximum length of a formula. Longer text between dollar signs is not treated as a formula. */
const SOURCE_MOST = 5000
/**
 * Maximum number of formulas in a text, because each takes about a millisecond to draw. Further formulas are shown as
 * source.
 */
const FORMULAS_MOST = 1000

/**
 * Inline formulas. Amounts of money don't match, because they have no closing dollar sign, or one followed by a digit:
 * `$5 and $10`.
 */
const INLINE = /^\$(?![\s$])((?:\\[^\n]|[^\\\n$])*?(?:\\[^\s]|[^\s\\$]))\$(?!\d)/
const ENVIRONMENT =
  /^\\begin\{((?:align|alignat|aligned|cases|CD|equation|eqnarray|gather|gathered|multline|split|[bpvBV]?matrix)\*?)\}/

/**
 * Returns a Marked extension that finds formulas as written in Jupyter and GitHub: `$x$`, `$$x$$`, and environments
 * such as `\begin{align}`.
 */
export function formulaTokens(): MarkedExtension {
  let left = FORMULAS_MOST
  const counted = (token: Omit<FormulaToken, 'type'> | undefined): FormulaToken | undefined => {
    if (!token || left === 0) return undefined
    left -= 1
    return { ...token, type: 'formula' } as FormulaToken
  }
  const block: TokenizerAndRendererExtension = {
    name: 'formula',
    level: 'block',
    start: (text) => (left === 0 ? undefined : blockStart(text)),
    tokenizer: (text) => counted(blockIn(text)),
  }
  const inline: TokenizerAndRendererExtension = {
    name: 'formula',
    level: 'inline',
    start: (text) => text.indexOf('$'),
    tokenizer: (text) => counted(inlineIn(text)),
  }
  return { extensions: [block, inline] }
}

/**
 * Returns the position at which a block formula interrupts a paragraph. Undefined if none does. The Markdown parser
 * calls this for each paragraph, so only the first paragraph of the remaining text is searched. Delimiters that don't
 * start a formula are skipped. Otherwise, the parser would split the paragraph at them, and it is slow at joining the
 * pieces.
 */
function blockStart(text: string): number | undefined {
  const head = text.slice(0, SOURCE_MOST)
  const end = head.search(/\n[ \t]*\n/)
  const candidates = (end < 0 ? head : head.slice(0, end)).matchAll(/^ {0,3}(?:\$\$|\\begin\{)/gm)
  return candidates.find(({ index }) => blockIn(text.slice(index, index + SOURCE_MOST)))?.index
}

function blockIn(text: string): Omit<FormulaToken, 'type'> | undefined {
  const head = text.slice(0, SOURCE_MOST)
  const indent = /^ {0,3}/.exec(head)?.[0] ?? ''
  const rest = head.slice(indent.length)
  const [opening, name] = ENVIRONMENT.exec(rest) ?? []
  const found = opening ? enclosed(rest, '', `\\end{${name}}`) : enclosed(rest, '$$', '$$')
  if (!found) return undefined
  const [after = ''] = /^[ \t]*(?:\n|$)/.exec(rest.slice(found.raw.length)) ?? []
  if (after === '' && rest.length > found.raw.length) return undefined
  const source = opening ? found.raw : found.inner
  return { raw: indent + found.raw + after, source: withoutEqnarray(source), isBlock: true }
}

function inlineIn(text: string): Omit<FormulaToken, 'type'> | undefined {
  const head = text.slice(0, SOURCE_MOST)
  const shown = enclosed(head, '$$', '$$')
  if (shown) return { raw: shown.raw, source: shown.inner, isBlock: true }
  const [raw, source] = INLINE.exec(head) ?? []
  return raw && source ? { raw, source, isBlock: false } : undefined
}

function enclosed(text: string, open: string, close: string): { raw: string; inner: string } | undefined {
  if (!text.startsWith(open)) return undefined
  const end = text.indexOf(close, open.length)
  const inner = text.slice(open.length, end)
  return end < 0 || inner.trim() === '' ? undefined : { raw: text.slice(0, end + close.length), inner }
}

/** Replaces `eqnarray`, which KaTeX doesn't support, with an array of three columns. */
function withoutEqnarray(source: string): string {
  return source
    .replaceAll(/\\begin\{eqnarray\*?\}/g, '\\begin{array}{rcl}')
    .replaceAll(/\\end\{eqnarray\*?\}/g, '\\end{array}')
}
