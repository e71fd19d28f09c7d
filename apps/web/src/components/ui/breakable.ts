import { graphemesOf } from './graphemes.ts'

const SHOWN_MIN = 3
/** Browsers lay out all lines of a name, though only the first is visible. */
const SHOWN_MAX = 100
const SOFT_HYPHEN = '\u00ad'
const NO_BREAK_SPACE = '\u00a0'
const WORD_JOINER = '\u2060'

/**
 * Joins the head and the tail of a name. Soft hyphens let a line break within the head; breaks everywhere else are
 * prevented.
 */
export function breakable(head: string, tail: string): string {
  const characters = graphemesOf(head)
  const start = unbreakable(characters.slice(0, SHOWN_MIN).join(''))
  const middle = characters.slice(SHOWN_MIN, SHOWN_MAX).join(SOFT_HYPHEN).replaceAll(' ', NO_BREAK_SPACE)
  const rest = unbreakable(characters.slice(SHOWN_MAX).join('') + tail)
  return `${start}${SOFT_HYPHEN}${middle}${SOFT_HYPHEN}${rest}`
}

function unbreakable(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE).replace(/\p{P}/gu, (mark) => mark + WORD_JOINER)
}
