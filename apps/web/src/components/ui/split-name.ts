import { graphemesOf } from './graphemes.ts'

/** The end of the stem to keep: the last word up to this length, or the last `STEM_END` characters. */
const LONGEST_WORD = 10
const STEM_END = 3
const LONGEST_EXTENSION = 9
const SEPARATOR = /[\s_.-]/

/** Shorter names are not split, because leaving out their middle would save nothing. */
const SHORTEST = 12

/** Maximum number of characters kept at the end of a title. */
const TITLE_END = 14

/** Maximum length of a sweep’s values that fit into a column of job names beside a few letters of the name. */
const LONGEST_VALUES = 36

/**
 * Splits a name into a head that may be cut and a tail that stays: `koeln_2019-2024.csv` becomes `koeln_2019-`,
 * `2024.csv`. The separator belongs to the head, so that the ellipsis replaces it.
 */
export function splitName(name: string): [head: string, tail: string] {
  if (name.length < SHORTEST) return [name, '']
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= LONGEST_EXTENSION ? dot : name.length
  const stem = name.slice(0, end)
  const cut = lastWord(stem) ?? lastLetters(stem)
  return [name.slice(0, cut), name.slice(cut)]
}

/** Splits a title into a head that may be cut and a tail that stays: `Clean: iqr, ` and `1.5`. */
export function splitTitle(title: string): [head: string, tail: string] {
  const start = title.length - TITLE_END
  const words = start > 0 ? /[\s_:,;.-]+(?=[^\s_:,;.-])/.exec(title.slice(start - 1)) : null
  if (!words) return splitName(title)
  const cut = start - 1 + words.index + words[0].length
  return [title.slice(0, cut), title.slice(cut)]
}

/** Splits a job’s name so that the values of a sweep stay, or otherwise the last words: `Clean: `, `IQR, 6`. */
export function splitJobName(name: string): [head: string, tail: string] {
  const start = name.lastIndexOf(': ') + 2
  return start > 2 && name.length - start <= LONGEST_VALUES
    ? [name.slice(0, start), name.slice(start)]
    : splitTitle(name)
}

/** Returns the offset of the last word. Undefined if the word is too long. */
function lastWord(stem: string): number | undefined {
  for (let length = 1; length <= LONGEST_WORD; length += 1) {
    if (SEPARATOR.test(stem.at(-length - 1) ?? '')) return stem.length - length
  }
  return undefined
}

function lastLetters(stem: string): number {
  return Math.max(0, stem.length - graphemesOf(stem).slice(-STEM_END).join('').length)
}
