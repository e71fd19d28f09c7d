/** Words for "no value" that people and programs write into cells of numbers and times, in small letters. */
export const NO_VALUE = [
  ...['', '-', '--', '---', '–', '—', '?', '.', '*', '**', '***', '\\n'],
  ...['na', 'n/a', 'n.a.', 'k.a.', 'nan', 'nat', 'null', 'none', 'nil', 'missing', 'no data', 'nodata'],
  ...['#n/a', '#nv', '<na>', '(null)', '#value!', '#wert!', '#ref!', '#bezug!', '#div/0!', '#num!', '#zahl!', '#name?'],
] as const

const WORDS: ReadonlySet<string> = new Set(NO_VALUE)

/** Says whether a cell stands for "no value". Among texts such words stay: `NA` may be Namibia. */
export function saysNoValue(cell: string): boolean {
  return WORDS.has(cell.trim().toLowerCase())
}
