import type { TableColumn } from '@millrace/tables/table'

export type Titled = Pick<TableColumn, 'name' | 'unit'>

const MEASURES = ['mean', 'median', 'min', 'max', 'sum', 'count', 'deviation', 'p05', 'p95', 'first', 'last']
const BRACKETED = new RegExp(`^(.*\\S)\\s*(?:\\[([^\\]]{1,20})\\]|\\(([^)]{1,20})\\))(?:_(${MEASURES.join('|')}))?$`)

/** Units that are often misspelled, with their correct spellings. */
const PRINTED: readonly (readonly [RegExp, string])[] = [
  [/^(deg|degrees?)[ _]?c(elsius)?$|^celsius$/i, '°C'],
  [/^(deg|degrees?)[ _]?f(ahrenheit)?$/i, '°F'],
  [/^(percent|pct|prozent)$/i, '%'],
]

/** Name suffixes that can only be units, unlike `_m` or `_min`. */
const SUFFIXES: Readonly<Record<string, string>> = {
  cm: 'cm',
  mm: 'mm',
  km: 'km',
  kg: 'kg',
  hpa: 'hPa',
  kpa: 'kPa',
  mbar: 'mbar',
  kwh: 'kWh',
  m3s: 'm³/s',
  m3_s: 'm³/s',
  degc: '°C',
  pct: '%',
}
/**
 * Matches names such as `temp_c`, which means a temperature in °C. Other names that end in a single letter, such as
 * `phase_c`, are left unchanged.
 */
const TEMPERATURE = new RegExp(`^(.*temp(?:erature)?)_([cfk])(?:_(${MEASURES.join('|')}))?$`, 'i')
const DEGREES: Readonly<Record<string, string>> = { c: '°C', f: '°F', k: 'K' }
const LETTERED = /_\p{L}$/u

const SUFFIXED = new RegExp(`^(.+)_(${Object.keys(SUFFIXES).join('|')})(?:_(${MEASURES.join('|')}))?$`, 'i')

/** Returns the unit of a column, from brackets in its name or from the units row of the file, but not from a suffix. */
export function unitOf(column: Titled): string | undefined {
  return parts(column).unit
}

/**
 * Returns the axis title of a column: `Höhe [cm]` → `Höhe (cm)`, `level_cm_mean` → `Level, mean (cm)`, `temp_min` →
 * `Temp min`. Symbols such as `v` and `pH` are left unchanged.
 */
export function axisTitle(column: Titled): string {
  const { words, unit } = suffixed(column) ?? parts(column)
  if (LETTERED.test(words)) return unit ? `${words} (${unit})` : words
  const text = words.replace(/_+/g, ' ').trim()
  const isWord = /^\p{Ll}{3,}(?!\p{L})/u.test(text)
  const title = isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return unit ? `${title} (${unit})` : title
}

function suffixed({ name, unit }: Titled): { words: string; unit: string } | undefined {
  const [, words = '', suffix = '', measure] = TEMPERATURE.exec(name.trim()) ?? SUFFIXED.exec(name.trim()) ?? []
  const known = unit ? undefined : (SUFFIXES[suffix.toLowerCase()] ?? DEGREES[suffix.toLowerCase()])
  return known ? { words: measure ? `${words}, ${measure}` : words, unit: known } : undefined
}

function parts({ name, unit }: Titled): { words: string; unit?: string } {
  const [, words, inSquare, inRound, measure] = BRACKETED.exec(name.trim()) ?? []
  // Round brackets may contain a measure: `Temp (min)` is a minimum temperature, but `Duration [min]` is in minutes.
  if (words && (inSquare || (inRound && !MEASURES.includes(inRound.toLowerCase()))))
    return { words: measure ? `${words}, ${measure}` : words, unit: printed(inSquare ?? inRound ?? '') }
  return unit ? { words: name, unit: printed(unit) } : { words: name }
}

function printed(unit: string): string {
  const bare = unit.trim().replace(/^[[(](.*)[\])]$/, '$1')
  const known = PRINTED.find(([pattern]) => pattern.test(bare))?.[1]
  const powers = bare.replace(/(?<=[a-z])\^?([23])(?!\d)/gi, (_, power) => (power === '2' ? '²' : '³'))
  return known ?? powers.replace(/^u(?=[glmsVA])/, 'µ')
}
