/** Letters at the start that are never cut off. */
const LEAST = 3
const SOFT_HYPHEN = '\u00ad'
const NO_BREAK_SPACE = '\u00a0'
const WORD_JOINER = '\u2060'
/** Characters that stand alone. Between others, such as the parts of an emoji, no line may break. */
const BETWEEN = /(?<=[\p{L}\p{N}\p{P} ])(?=[\p{L}\p{N}\p{P} ])/gu

/** Lets a line break at any character of the head, but only with a hyphen, and never in the tail. */
export function breakable(head: string, tail: string): string {
  const start = unbreakable(head.slice(0, LEAST))
  const rest = head.slice(LEAST).replace(BETWEEN, SOFT_HYPHEN).replaceAll(' ', NO_BREAK_SPACE)
  return `${start}${SOFT_HYPHEN}${rest}${SOFT_HYPHEN}${unbreakable(tail)}`
}

function unbreakable(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE).replace(/\p{P}/gu, (mark) => mark + WORD_JOINER)
}
