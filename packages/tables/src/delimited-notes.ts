import { nameNotes } from './column-notes.ts'
import { type Dialect, plainName } from './dialect.ts'
import type { Irregularity, Repair } from './repair-delimited.ts'
import type { SeaBirdHeader } from './sea-bird.ts'
import { count, listed, plural, quoted } from './sentences.ts'
import type { SourceColumn } from './table.ts'

/** Returns notes about the header: whether one was found, which names were changed, and which rows had units. */
export function headerNotes(
  { names, hasHeader, unitRows, descriptionRows, joinedRows, hasSegments, titles, seaBird }: Dialect,
  kept: readonly SourceColumn[],
  distinct: readonly string[],
): string[] {
  const above = [
    ...(titles === 0 ? [] : [titleNote(titles, hasHeader)]),
    ...(hasSegments
      ? ['The file has several segments. The settings lines of later segments were read as rows of the table.']
      : []),
  ]
  if (!hasHeader) {
    const columns = distinct.length === 1 ? 'The column is' : 'The columns are'
    return [...above, `No header was found. ${columns} named ${listed(distinct)}.`]
  }
  const keptNames = new Set(kept.map((column) => column.name))
  const here = distinct.flatMap((name, at) => (keptNames.has(name) ? [{ name, at }] : []))
  return [
    ...above,
    ...nameNotes(here.map(({ name, at }) => ({ name, given: names[at] ?? '' }))),
    ...(seaBird ? [meaningNote(seaBird)] : []),
    ...(joinedRows > 0 ? [joinedNote(joinedRows, names)] : []),
    ...(descriptionRows > 0 ? [descriptionNote(descriptionRows)] : []),
    ...unitRows.slice(0, 1).map((row) => unitNote(row, unitRows.length)),
  ]
}

function meaningNote({ names, meanings }: SeaBirdHeader): string {
  const columns = names.map((name, at) => (meanings[at] ? `\`${name}\` (${meanings[at]})` : `\`${name}\``))
  return `The Sea-Bird header names the columns: ${listed(columns)}.`
}

/** Returns a note about cells that contain the header’s flag for bad values. */
export function badNotes(flag: string | undefined, cells: number): string[] {
  if (flag === undefined || cells === 0) return []
  return [
    `${plural(cells, 'cell')} with ${flag}, the header’s flag for bad values, ${cells === 1 ? 'counts' : 'count'} as missing.`,
  ]
}

/** Returns a note about the characters that were removed from text because they are meant for spreadsheets. */
export function escapeNotes(columns: readonly SourceColumn[]): string[] {
  const found = columns.flatMap(({ name, escaped }) => (escaped ? [`${count(escaped)} in column \`${name}\``] : []))
  if (found.length === 0) return []
  return [
    `Left out the characters that keep spreadsheets from changing text, as in “'=1+1” or “="007"”: ${listed(found)}.`,
  ]
}

function descriptionNote(rows: number): string {
  if (rows === 1) return 'The row below the names describes the columns, and was left out.'
  return `The ${rows} rows below the names describe the columns, and were left out.`
}

function joinedNote(rows: number, names: readonly string[]): string {
  return `The column names are joined from ${rows === 2 ? 'two' : rows} rows: ${listed(names.map(plainName))}.`
}

function titleNote(lines: number, hasHeader: boolean): string {
  const were = lines === 1 ? 'was' : 'were'
  return `${plural(lines, 'line')} above the ${hasHeader ? 'header' : 'first row'} ${were} left out.`
}

function unitNote(row: readonly string[], rows: number): string {
  const units = [...new Set(row.map((cell) => cell.trim()).filter((cell) => cell !== ''))]
  const which = rows === 1 ? 'The row below the header contains' : `The ${rows} rows below the header contain`
  return `${which} units or types (${listed(units)}), not values, and ${rows === 1 ? 'was' : 'were'} left out.`
}

/** Returns notes about rows that had to be repaired or left out. */
export function repairNotes({ short, long, openQuotes, zeros, comments }: Repair): string[] {
  const said = [
    [short, 'with too few cells', 'padded with empty cells'],
    [long, 'with more cells than the table has columns', 'left out'],
    [zeros, 'with null characters (bytes of value 0)', 'read without them'],
    [openQuotes, 'with a quotation mark that is never closed', 'read with the mark as text'],
  ] as const
  const notes = said.flatMap(([found, what, done]) => (found ? [rowNote(found, what, done)] : []))
  if (!comments) return notes
  const were = comments.count === 1 ? 'was' : 'were'
  const remark = `${plural(comments.count, 'comment')} between the rows ${were} left out; the first is on line ${count(comments.first.line)}.`
  return [...notes, remark]
}

function rowNote({ count: rows, first }: Irregularity, what: string, done: string): string {
  const were = rows === 1 ? 'was' : 'were'
  return `${plural(rows, 'row')} ${what} ${were} ${done}; the first is row ${count(first.row)} (line ${count(first.line)}).`
}

/** Returns the error message for a file in which a row has too many cells. */
export function tooLong({ first }: Irregularity, name: string, { names, delimiter, hasHeader }: Dialect): string {
  const expected = hasHeader ? `the header names ${names.length}` : `the others have ${names.length}`
  const sign = delimiter === '\t' ? 'tab' : quoted(delimiter)
  return `Row ${count(first.row)} of ${name} (line ${count(first.line)}) has ${first.cells} columns where ${expected}. Quote cells that contain a ${sign}, or run Clean table first to drop such rows.`
}

/** Returns notes about number and time formats that are not obvious. */
export function spellingNotes(columns: readonly SourceColumn[]): string[] {
  return columns.flatMap(({ name, spelling }) => (spelling ? [`Column \`${name}\` was read as ${spelling}.`] : []))
}
