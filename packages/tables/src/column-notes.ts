import { plainName } from './dialect.ts'
import { count, listed } from './sentences.ts'
import type { TableColumn } from './table.ts'

/** A column’s name in the file and in the table. */
export interface Naming {
  given: string
  name: string
}

/** Returns a renamed column’s name in the file. Undefined if the column kept its name, or has no name in the file. */
export function nameInFile({ given, name }: Naming): string | undefined {
  const plain = plainName(given)
  return plain === '' || plain === name ? undefined : plain
}

/** Returns notes about columns that are unnamed in the file, or were renamed because their names are not unique. */
export function nameNotes(columns: readonly Naming[]): string[] {
  const unnamed = columns.filter(({ given }) => plainName(given) === '')
  const renamed = columns.filter((column) => !unnamed.includes(column) && column.name !== plainName(column.given))
  const were = unnamed.length === 1 ? 'The column without a name is' : 'Columns without a name are'
  return [
    ...(unnamed.length > 0 ? [`${were} named ${namesOf(unnamed)}.`] : []),
    ...(renamed.length > 0 ? [`Duplicate column names were changed to ${namesOf(renamed)}.`] : []),
  ]
}

/** Returns a note about columns whose times have a time zone, with the zone if the file names it (`Europe/Berlin`). */
export function zoneNotes(columns: readonly { name: string; zone?: string | undefined }[]): string[] {
  if (columns.length === 0) return []
  const which = columns.map(({ name, zone }) => `\`${name}\`${zone ? ` (${zone})` : ''}`)
  return [`Times with a time zone are shown in UTC: ${columns.length === 1 ? 'column' : 'columns'} ${listed(which)}.`]
}

/** Returns a note about durations, which are read as numbers. */
export function durationNotes(columns: readonly { name: string; unit?: string | undefined }[]): string[] {
  const spans = columns.flatMap(({ name, unit }) => (unit ? [`\`${name}\` in ${unit}`] : []))
  return spans.length > 0 ? [`Durations are read as numbers: ${listed(spans)}.`] : []
}

/** Returns notes about columns whose values lose digits, because the engine stores fewer digits than the file. */
export function digitNotes(
  columns: readonly { name: string; losesNanoseconds?: boolean | undefined; losesDigits?: boolean | undefined }[],
): string[] {
  const namesIf = (isMeant: (column: (typeof columns)[number]) => unknown) =>
    listed(columns.filter(isMeant).map(({ name }) => `\`${name}\``))
  const [cut, rounded] = [
    namesIf(({ losesNanoseconds }) => losesNanoseconds),
    namesIf(({ losesDigits }) => losesDigits),
  ]
  return [
    ...(cut ? [`Times are read to the microsecond, without nanoseconds: ${cut}.`] : []),
    ...(rounded ? [`Decimals of more than 38 digits are read with about 15: ${rounded}.`] : []),
  ]
}

/** Returns a note about infinite values, which count as missing. `values` is the subject of the sentence. */
export function infiniteNotes(columns: readonly Pick<TableColumn, 'name' | 'infinite'>[], values: string): string[] {
  const found = columns.flatMap(({ name, infinite }) => (infinite ? [`${count(infinite)} in column \`${name}\``] : []))
  return found.length === 0 ? [] : [`${values} count as missing: ${listed(found)}.`]
}

function namesOf(columns: readonly Naming[]): string {
  return listed(columns.map(({ name }) => name))
}
