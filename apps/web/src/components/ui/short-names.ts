import type { SentencePart } from '#lib/activity-sentence.ts'
import { graphemesOf } from './graphemes.ts'

/** A shorter name says nothing. */
const SHORTEST = 12

export interface ShortPart extends SentencePart {
  /** The text as it fits: of a long name, its start and its end. */
  short: string
}

/** Cuts the names of a sentence in the middle, as far as it has more characters than there is room for. */
export function withShortNames(parts: readonly SentencePart[], room: number): ShortPart[] {
  const names = parts.filter(({ isName }) => isName)
  const words = lengthOf(parts.filter(({ isName }) => !isName))
  const isTooLong = words + lengthOf(names) > room
  const each = Math.max(SHORTEST, Math.floor((room - words) / Math.max(1, names.length)))
  return parts.map((part) => ({
    ...part,
    short: isTooLong && part.isName ? cutInTheMiddle(part.text, each) : part.text,
  }))
}

function cutInTheMiddle(text: string, most: number): string {
  const characters = graphemesOf(text)
  if (characters.length <= most) return text
  const end = Math.floor((most - 1) / 2)
  return `${characters
    .slice(0, most - 1 - end)
    .join('')
    .trimEnd()}…${characters.slice(-end).join('').trimStart()}`
}

function lengthOf(parts: readonly SentencePart[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0)
}
