/** Infinite values, in lowercase. */
export const INFINITE = ['inf', '+inf', '-inf', 'infinity', '+infinity', '-infinity', '∞', '-∞'] as const

/** Words that mean "no value" in columns of numbers or times, in lowercase. */
export const MISSING_VALUES = [
  ...['', '-', '--', '---', '–', '—', '?', '.', '..', '...', '…', ':', '*', '**', '***', '\\n'],
  // Infinite values count as missing, because sums and means with them are useless.
  ...INFINITE,
  ...['na', 'n/a', '[n/a]', 'n.a.', 'k.a.', 'nan', 'nat', 'null', 'none', 'nil', 'missing', 'no data', 'nodata'],
  ...['#n/a', '#nv', '<na>', '(null)', '#value!', '#wert!', '#ref!', '#bezug!', '#div/0!', '#num!', '#zahl!', '#name?'],
] as const

const WORDS: ReadonlySet<string> = new Set(MISSING_VALUES)

/** Whether a cell means "no value". Text columns keep such words, because `NA` may stand for Namibia. */
export function meansMissing(cell: string): boolean {
  return WORDS.has(cell.trim().toLowerCase())
}
