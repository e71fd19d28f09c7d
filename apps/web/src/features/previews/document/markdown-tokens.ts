import { Marked, type Token } from 'marked'
import footnotes, { type Footnote } from 'marked-footnote'
import { formulaTokens } from './formula-tokens.ts'

/** A parsed Markdown text. */
export interface MarkdownTokens {
  /** The settings in YAML at the start, as R Markdown and static sites have them. */
  settings: string | undefined
  blocks: Token[]
  /** In the order of their numbers, which is that of the text. Those that the text does not refer to are left out. */
  notes: Footnote[]
}

const SETTINGS = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

/** The parts of a Markdown text. Undefined if it is nested too deeply to be parsed. */
export function markdownTokens(text: string): MarkdownTokens | undefined {
  const [whole, settings] = SETTINGS.exec(text) ?? ['']
  try {
    // The extensions remember what a text had, so each text needs its own.
    const tokens = new Marked({ gfm: true }, footnotes(), formulaTokens()).lexer(text.slice(whole.length))
    const notes = tokens.find(({ type }) => type === 'footnotes')
    return {
      settings,
      blocks: tokens.filter(({ type }) => type !== 'footnotes' && type !== 'footnote'),
      notes: notes && 'items' in notes ? (notes.items as Footnote[]) : [],
    }
  } catch {
    return undefined
  }
}
