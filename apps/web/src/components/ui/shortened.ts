/** Part of the stem that stays before the extension. */
const STEM_END = 3
const LONGEST_EXTENSION = 9

/** What a cut within an emoji leaves of it. */
const HALF_A_LETTER = /[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/

/**
 * The longest form of a name that fits: `koeln_2019-2024.csv` → `koeln_20…024.csv`. At least one letter stays. `fits` is
 * asked whether there is room for the name without what lies between two places.
 */
export function shortened(text: string, fits: (from: number, to: number) => boolean): string {
  const to = text.length - tailLength(text)
  let low = 1
  let high = to
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle, to)) low = middle
    else high = middle - 1
  }
  return `${text.slice(0, low).replace(HALF_A_LETTER, '')}…${text.slice(to).replace(HALF_A_LETTER, '')}`
}

/** The end that says what kind of file it is; a name without an extension keeps its last letters. */
function tailLength(text: string): number {
  const dot = text.lastIndexOf('.')
  const extension = text.length - dot
  const length = dot > 0 && extension <= LONGEST_EXTENSION ? extension + STEM_END : STEM_END
  return Math.min(length, text.length - 1)
}
