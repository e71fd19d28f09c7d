import { IS_LONG } from '@millrace/tables/testing/long'
import { StepError } from '@millrace/worker-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { csvOf, parametersFor, type RandomTable, textTables } from '#testing-tables.ts'
import { cleanTable } from '../clean-table.ts'
import type { Change, CleanReport } from './clean-report.ts'

const NUMBER_OF_ROW = 'row number'

/** Adds a column with the number of each row, so rows can be followed from input to output. */
function numbered(table: RandomTable): RandomTable {
  const cells = Array.from({ length: table.rows }, (_, at) => String(at + 1))
  return { ...table, columns: [{ name: NUMBER_OF_ROW, type: 'integers', cells }, ...table.columns] }
}

function differences({ columns, rows }: RandomTable, output: Record<string, unknown>[]) {
  const isEmpty = Array.from({ length: rows }, (_, row) => columns.every(({ cells }) => cells[row] === ''))
  const kept = output.filter((row) => row[NUMBER_OF_ROW] !== null)
  const order = kept.map((row) => Number(row[NUMBER_OF_ROW]))
  const cells = columns.map(({ name, cells: own }) => {
    const pairs = kept.map((row) => ({ from: own[Number(row[NUMBER_OF_ROW]) - 1] ?? '', to: row[name] ?? null }))
    return {
      name,
      emptied: pairs.filter(({ from, to }) => from !== '' && to === null).length,
      filled: pairs.filter(({ from, to }) => from === '' && to !== null).length,
      altered: pairs.filter(({ from, to }) => from !== '' && to !== null && !isSame(from, to)).length,
    }
  })
  return { order, cells, added: output.length - kept.length, emptyRows: isEmpty.filter(Boolean).length }
}

/** Whether cells have the same value. Numbers and times may be written differently. */
function isSame(from: string, to: unknown): boolean {
  const text = String(to)
  if (from === text || from.trim().toLowerCase() === text.toLowerCase()) return from.trim() === from || from === text
  const number = Number(from.replace(/^1\.234,5$/, '1234.5').replace(',', '.'))
  if (typeof to === 'number') return Math.abs(number - to) <= Math.abs(to) * 1e-12
  return /^\d{4}-\d\d-\d\d/.test(from) && `${from.trim().padEnd(10)} 00:00:00`.startsWith(text.slice(0, 16))
}

const clean = numberedTables().chain((table) =>
  fc.record({ table: fc.constant(table), parameters: parametersFor(cleanTable, table) }),
)

function numberedTables() {
  return textTables.filter(({ columns }) => columns.every(({ name }) => name === name.trim())).map(numbered)
}

/** Skips the test case if the step refused the table or the parameters. Rethrows all other errors. */
function asUnsuitable(error: unknown): never {
  if (!(error instanceof StepError)) throw error
  throw new fc.PreconditionFailure()
}

/** Options with which each output row can be matched to its input row and each cell changes at most once. */
const TRACEABLE = {
  column_names: 'keep',
  missing_values: ['NA', 'err'],
  output_format: 'parquet',
  drop_empty_columns: false,
  outlier_action: 'remove',
}

describe('the report of Clean table', () => {
  it('accounts for every cell, row and change of order', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(clean, async ({ table, parameters }) => {
        const numbers = table.columns.slice(1).filter(({ type }) => /numbers|decimals|integers/.test(type))
        const value_columns = numbers.map(({ name }) => name)
        const isTreated = numbers.length === 0 || (parameters.outliers ?? 'none') !== 'none'
        const outliers = numbers.length === 0 ? 'none' : parameters.outliers
        const fill_gaps = isTreated ? 'none' : parameters.fill_gaps
        const { sample_rows: _, ...whole } = parameters
        const chosen = { ...whole, ...TRACEABLE, value_columns, outliers, fill_gaps }
        const outcome = await runOn(cleanTable, { 'a.csv': csvOf(table) }, chosen).catch(asUnsuitable)
        const report = await outcome.json<CleanReport>('report')
        const output = await outcome.rows('cleaned')

        const found = differences(table, output)
        const total = (what: Change['what'], column?: string) =>
          report.changes
            .filter((change) => change.what === what && (column === undefined || change.column === column))
            .reduce((sum, change) => sum + change.count, 0)

        expect(report.rowsBefore).toBe(table.rows)
        expect(report.rowsAfter).toBe(output.length)
        expect(found.added).toBe(total('missing times'))
        const dropped = total('empty rows') + total('duplicate rows') + total('unreadable rows')
        expect(found.order).toHaveLength(table.rows - dropped)
        expect(found.order.some((row, at) => row < (found.order[at - 1] ?? 0))).toBe(total('sorted rows') > 0)
        const emptied = (name: string) =>
          total('missing values', name) + total('stray cells', name) + total('outliers', name)
        expect(found.cells).toEqual(
          found.cells.map(({ name }) => ({
            name,
            emptied: emptied(name),
            filled: total('filled gaps', name),
            altered: total('trimmed', name),
          })),
        )
      }),
      { numRuns: Number(process.env.MILLRACE_PROPERTY_RUNS ?? (IS_LONG ? 25 : 8)), endOnFailure: true },
    )
  })
})
