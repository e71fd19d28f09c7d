let segmenter: Intl.Segmenter | undefined

/** Characters that stand alone, each one letter. Making a segmenter takes a slow phone 60 ms. */
const SIMPLE = /^[ -~\u00a1-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/

/** The characters as a reader counts them: an emoji of several parts or a letter with its accents is one. */
export function graphemesOf(text: string): string[] {
  if (SIMPLE.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
