import { count, plural } from '@millrace/tables/sentences'
import type { Table } from '@millrace/tables/table'
import type { ColumnProfile } from './column-profile.ts'

/** Returns the profile as one page of plain text. */
export function profileSummary(table: Table, columns: readonly ColumnProfile[], hints: readonly string[]): string {
  const head = ['column', 'type', 'missing', 'distinct', 'values']
  const rows = columns.map((column) => [
    column.name,
    column.kind,
    missingWords(column.missing, table.rows),
    `${estimateMark(column, 'distinct')}${count(column.distinct)}`,
    valueWords(column, table.rows - column.missing),
  ])
  const lines = [
    `${table.name}: ${plural(table.rows, 'row')}, ${plural(columns.length, 'column')}`,
    `Format: ${table.recognized}`,
    '',
    ...aligned([head, ...rows]),
    ...(columns.some(({ estimates }) => estimates.length > 0)
      ? ['', '≈ marks estimates; all other figures are exact.']
      : []),
    ...(hints.length > 0 ? ['', 'Findings', ...hints.map((hint) => `- ${hint}`)] : []),
  ]
  return `${lines.join('\n')}\n`
}

function estimateMark({ estimates }: ColumnProfile, figure: ColumnProfile['estimates'][number]): '≈' | '' {
  return estimates.includes(figure) ? '≈' : ''
}

function missingWords(missing: number, rows: number): string {
  if (missing === 0) return 'none'
  const share = (missing / rows) * 100
  return `${count(missing)} (${share < 0.1 ? '< 0.1' : share.toFixed(1)}%)`
}

function valueWords(column: ColumnProfile, present: number): string {
  if (present === 0) return ''
  const { kind, smallest, largest, mean, quantiles, mostFrequent } = column
  if (kind === 'number') {
    return `${short(smallest)} – ${short(largest)}, mean ${short(mean)}, median ${estimateMark(column, 'quantiles')}${short(quantiles?.p50)}`
  }
  if (kind === 'time') return `${String(smallest).replace('T', ' ')} – ${String(largest).replace('T', ' ')}`
  const frequent = mostFrequent?.filter((top) => top.count >= present * 0.02 && top.count > 1) ?? []
  if (frequent.length === 0) return `${smallest} – ${largest}`
  return frequent
    .slice(0, 3)
    .map((top) => `${top.value.slice(0, 40)} ${Math.round((top.count / present) * 100)}%`)
    .join(', ')
}

function short(value: number | string | null | undefined): string {
  if (typeof value !== 'number') return String(value ?? '')
  const size = Math.abs(value)
  if (value !== 0 && (size >= 1e9 || size < 1e-3)) return value.toExponential(3)
  return value.toLocaleString('en-US', { maximumFractionDigits: size >= 1000 ? 0 : size >= 1 ? 2 : 4 })
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.min(40, Math.max(...rows.map((row) => (row[at] ?? '').length))))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
