import type { SentencePart } from '#lib/activity-sentence.ts'
import { graphemesOf } from './graphemes.ts'

/** A shorter name says nothing. */
const SHORTEST = 20

/** For how many characters a line has room; on a phone, two or three lines. */
export const ROOM = { line: 88, phone: 76 }

export interface ShortPart extends SentencePart {
  /** The text as it fits: of a long name, its start and its end. */
  short: string
}

/**
 * Shortens long names in a sentence in the middle until the sentence fits. Email addresses are never shortened.
 */
export function withShortNames(parts: readonly SentencePart[], room: number): ShortPart[] {
  const words = parts.filter((part) => !mayBeCut(part)).reduce((sum, { text }) => sum + text.length, 0)
  const lengths = parts.filter(mayBeCut).map(({ text }) => text.length)
  const most = longestThatFits(lengths, room - words)
  return parts.map((part) => ({ ...part, short: mayBeCut(part) ? cutInTheMiddle(part.text, most) : part.text }))
}

function mayBeCut({ text, isName }: SentencePart): boolean {
  return isName && !text.includes('@')
}

/** How long a name may be. What short names leave goes to the others. */
function longestThatFits(lengths: readonly number[], room: number): number {
  let left = room
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at))
    if (length > share) return Math.max(SHORTEST, share)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

function cutInTheMiddle(text: string, most: number): string {
  const characters = graphemesOf(text)
  if (characters.length <= most) return text
  const end = Math.floor((most - 1) / 2)
  const [head, tail] = [characters.slice(0, most - 1 - end), characters.slice(-end)]
  return `${head.join('').trimEnd()}…${tail.join('').trimStart()}`
}
