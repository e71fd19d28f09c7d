/** Letters of the stem that stay before the extension: its last word or, if that is longer, its end. */
const LONGEST_WORD = 8
const STEM_END = 3
const LONGEST_EXTENSION = 9
const SEPARATOR = /[\s_-]/

/** Shorter names have nothing in the middle to leave out. */
const SHORTEST = 16

let segmenter: Intl.Segmenter | undefined

/** An end whose characters stand alone, each one letter. Making a segmenter takes a slow phone 60 ms. */
const SIMPLE_END = /[ -~\u00c0-\u024f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]{3}$/

/** Splits a name into a head that may be cut and a tail that stays: `koeln_2019-2024.csv` becomes `koeln_2019`, `-2024.csv`. */
export function splitName(name: string): [head: string, tail: string] {
  if (name.length < SHORTEST) return [name, '']
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= LONGEST_EXTENSION ? dot : name.length
  const stem = name.slice(0, end)
  const cut = lastWord(stem) ?? lastLetters(stem)
  return [name.slice(0, cut), name.slice(cut)]
}

/** Where the last word begins, with the separator before it. */
function lastWord(stem: string): number | undefined {
  for (let length = 2; length <= LONGEST_WORD + 1; length += 1) {
    const letter = stem.at(-length) ?? ''
    if (SEPARATOR.test(letter)) return stem.length - length
    // After an ellipsis, a period is hard to see.
    if (letter === '.') return stem.length - length + 1
  }
  return undefined
}

function lastLetters(stem: string): number {
  if (SIMPLE_END.test(stem)) return stem.length - STEM_END
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...segmenter.segment(stem)].at(-STEM_END)?.index ?? 0
}
