/** Part of the stem that stays before the extension. */
const STEM_END = 3
const LONGEST_EXTENSION = 9

/** Shorter names have nothing in the middle to leave out. */
const SHORTEST = 16

let segmenter: Intl.Segmenter | undefined

/** An end whose characters stand alone, each one letter. Splitting the whole of a long name takes a phone a millisecond. */
const SIMPLE_END = /[ -~\u00c0-\u024f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]{12}$/
const LONG = 64

/** Splits a name into a head that may be cut and a tail that stays: `koeln_2019-2024.csv` becomes `koeln_2019-2` and `024.csv`. */
export function splitName(name: string): [head: string, tail: string] {
  const isSimple = name.length > LONG && SIMPLE_END.test(name)
  const all = isSimple ? name.split('') : lettersOf(name)
  if (all.length < SHORTEST) return [name, '']
  const dot = all.lastIndexOf('.')
  const extension = all.length - dot
  const length = dot > 0 && extension <= LONGEST_EXTENSION ? extension + STEM_END : STEM_END
  const cut = all.length - length
  return [all.slice(0, cut).join(''), all.slice(cut).join('')]
}

function lettersOf(name: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...segmenter.segment(name)].map(({ segment }) => segment)
}
