/** Part of the stem that stays before the extension. */
const STEM_END = 3
const LONGEST_EXTENSION = 9

/** The longest form of a name that fits: `koeln_2019-2024.csv` → `koeln_20…024.csv`. At least one letter stays. */
export function shortened(text: string, fits: (cut: string) => boolean): string {
  const tail = tailOf(text)
  const head = text.slice(0, text.length - tail.length)
  let low = 1
  let high = head.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${head.slice(0, middle)}…${tail}`)) low = middle
    else high = middle - 1
  }
  return `${head.slice(0, low)}…${tail}`
}

/** The end that says what kind of file it is; a name without an extension keeps its last letters. */
function tailOf(text: string): string {
  const dot = text.lastIndexOf('.')
  const extension = text.length - dot
  const length = dot > 0 && extension <= LONGEST_EXTENSION ? extension + STEM_END : STEM_END
  return text.slice(-Math.min(length, text.length - 1))
}
