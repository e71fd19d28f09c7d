import { graphemesOf } from './graphemes.ts'

/** Characters at the start that are never cut off. */
const LEAST = 3
const SOFT_HYPHEN = '\u00ad'
const NO_BREAK_SPACE = '\u00a0'
const WORD_JOINER = '\u2060'

/** Lets a line break at any character of the head, but only with a hyphen, and never in the tail. */
export function breakable(head: string, tail: string): string {
  const characters = graphemesOf(head)
  const start = unbreakable(characters.slice(0, LEAST).join(''))
  const rest = characters.slice(LEAST).join(SOFT_HYPHEN).replaceAll(' ', NO_BREAK_SPACE)
  return `${start}${SOFT_HYPHEN}${rest}${SOFT_HYPHEN}${unbreakable(tail)}`
}

function unbreakable(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE).replace(/\p{P}/gu, (mark) => mark + WORD_JOINER)
}
