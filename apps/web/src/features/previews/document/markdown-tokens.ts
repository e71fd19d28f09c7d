import { Marked, type Token } from 'marked'
import footnotes, { type Footnote } from 'marked-footnote'
import { formulaTokens } from './formula-tokens.ts'

export interface MarkdownTokens {
  /** The YAML front matter, as used by R Markdown and static site generators. */
  settings: string | undefined
  blocks: Token[]
  /**
   * Sorted by number, which is the order of their references in the text. Footnotes without a reference are left out.
   */
  notes: Footnote[]
}

const SETTINGS = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

/** Parses a Markdown text. Undefined if it is nested too deeply to be parsed. */
export function markdownTokens(text: string): MarkdownTokens | undefined {
  const [whole, settings] = SETTINGS.exec(text) ?? ['']
  try {
    // The extensions keep state about the text, so each text needs new ones.
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
