import { graphemesOf } from './graphemes.ts'

/** Characters at the start that are never cut off. */
const LEAST = 3
/** A name is cut after this many characters even in a wider column: browsers lay out all of its lines, not only the first. */
const MOST = 100
const SOFT_HYPHEN = '\u00ad'
const NO_BREAK_SPACE = '\u00a0'
const WORD_JOINER = '\u2060'

/** Lets a line break at the first characters of the head, but only with a hyphen, and never in the tail. */
export function breakable(head: string, tail: string): string {
  const characters = graphemesOf(head)
  const start = unbreakable(characters.slice(0, LEAST).join(''))
  const middle = characters.slice(LEAST, MOST).join(SOFT_HYPHEN).replaceAll(' ', NO_BREAK_SPACE)
  const rest = unbreakable(characters.slice(MOST).join('') + tail)
  return `${start}${SOFT_HYPHEN}${middle}${SOFT_HYPHEN}${rest}`
}

function unbreakable(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE).replace(/\p{P}/gu, (mark) => mark + WORD_JOINER)
}
