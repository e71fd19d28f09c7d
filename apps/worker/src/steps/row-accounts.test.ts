import { IS_LONG } from '@millrace/tables/testing/long'
import { type Step, StepError } from '@millrace/worker-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Files, type Outcome, runOn } from '#testing.ts'
import { parametersFor, parquetOf, type RandomTable, typedTables } from '#testing-tables.ts'
import { compareTables } from './compare-tables.ts'
import { concatenateTables } from './concatenate-tables.ts'
import { deduplicateRows } from './deduplicate-rows.ts'
import { filterRows } from './filter-rows.ts'
import { joinTables } from './join-tables.ts'
import { resampleSeries } from './resample-series.ts'
import { splitByColumn } from './split-by-column.ts'
import { validateTable } from './validate-table.ts'

/*
 * The reports of a step add up: each input row is either in the output, or counted and listed as left out. Rows keep
 * their order and their cells.
 */

const RUNS = { numRuns: Number(process.env.MILLRACE_PROPERTY_RUNS ?? (IS_LONG ? 20 : 1)), endOnFailure: true }
const TIME = { timeout: 300_000 }
const NUMBER = 'row number'

function numbered(table: RandomTable): RandomTable {
  const cells = Array.from({ length: table.rows }, (_, at) => String(at + 1))
  return { ...table, columns: [{ name: NUMBER, type: 'BIGINT', cells }, ...table.columns] }
}

const tables = typedTables.filter(({ columns }) => columns.every(({ name }) => name === name.trim())).map(numbered)

interface Case {
  table: RandomTable
  other: RandomTable
  parameters: Record<string, unknown>
}

/** Runs a step on random tables. Skips tables and parameters that the step refuses. */
function property(
  step: Step,
  check: (outcome: Outcome, input: Case) => Promise<void>,
  fixed: Record<string, unknown> = {},
): Promise<void> {
  const cases = fc.record({ table: tables, other: tables }).chain(({ table, other }) => {
    const { sample_rows: _, ...shape } = step.parameters?.properties ?? {}
    const parameters = parametersFor({ ...step, parameters: { ...step.parameters, properties: shape } } as Step, table)
    return fc.record({ table: fc.constant(table), other: fc.constant(other), parameters })
  })
  return fc.assert(
    fc.asyncProperty(cases, async (input) => {
      const files: Files[] = [
        { 'a.parquet': await parquetOf(input.table) },
        { 'b.parquet': await parquetOf(input.other) },
      ]
      const slots = step.inputs ?? []
      const bySlot =
        slots.length > 1
          ? slots.map(({ name }, at) => [name, files[at]])
          : [[slots[0]?.name, Object.assign({}, ...files.slice(0, slots[0]?.max === null ? 2 : 1))]]
      const parameters = { ...input.parameters, ...fixed, output_format: 'parquet' }
      const outcome = await runOn(step, Object.fromEntries(bySlot), parameters).catch(asUnsuitable)
      await check(outcome, { ...input, parameters })
    }),
    RUNS,
  )
}

function asUnsuitable(error: unknown): never {
  if (!(error instanceof StepError)) throw error
  throw new fc.PreconditionFailure()
}

const numbersOf = (rows: Record<string, unknown>[]) => rows.map((row) => Number(row[NUMBER]))
const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const everyRow = ({ rows }: RandomTable) => Array.from({ length: rows }, (_, at) => at + 1)

describe('the rows of a table', () => {
  it('are kept, in order, or counted as dropped by filter_rows', TIME, async () => {
    await property(filterRows, async (outcome, { table, parameters }) => {
      const { rows, rowsRead, rowsDropped } = outcome.result as Record<string, number>
      const kept = await outcome.rows('filtered')

      expect([rowsRead, rows]).toEqual([table.rows, kept.length])
      if (!parameters.first_rows) expect((rows ?? 0) + (rowsDropped ?? 0)).toBe(table.rows)
      if (parameters.sort_by || kept.length === 0 || !(NUMBER in (kept[0] ?? {}))) return
      expect(numbersOf(kept)).toEqual(ascending(numbersOf(kept)))
    })
  })

  it('are unique or listed as dropped by deduplicate_rows', TIME, async () => {
    await property(deduplicateRows, async (outcome, { table }) => {
      const [unique, dropped] = [await outcome.rows('unique'), await outcome.rows('dropped')]

      expect(numbersOf(unique)).toEqual(ascending(numbersOf(unique)))
      expect(ascending([...numbersOf(unique), ...numbersOf(dropped)])).toEqual(everyRow(table))
      expect(outcome.result).toMatchObject({ rows: unique.length, rowsDropped: dropped.length })
    })
  })

  it('have a match or are counted as unmatched by join_tables', TIME, async () => {
    await property(joinTables, async (outcome, { table, other, parameters }) => {
      const { rows, matchedRows, unmatchedRows, unmatchedOtherRows } = outcome.result as Record<string, number>

      expect((matchedRows ?? 0) + (unmatchedRows ?? 0)).toBe(table.rows)
      expect(unmatchedOtherRows).toBeLessThanOrEqual(other.rows)
      const keep = parameters.keep ?? 'left'
      if (keep === 'unmatched') expect(rows).toBe(unmatchedRows)
      if (parameters.several === 'first' && keep === 'left') expect(rows).toBe(table.rows)
      if (parameters.several === 'first' && keep === 'both') expect(rows).toBe(matchedRows)
    })
  })

  it('are one after another in concatenate_tables', TIME, async () => {
    await property(concatenateTables, async (outcome, { table, other }) => {
      const all = await outcome.rows('combined')

      expect(outcome.result).toMatchObject({ rows: table.rows + other.rows, files: 2 })
      expect(numbersOf(all)).toEqual([...everyRow(table), ...everyRow(other)])
    })
  })

  it('are in exactly one file of split_by_column', TIME, async () => {
    await property(splitByColumn, async (outcome, { table, parameters }) => {
      const parts = await Promise.all(outcome.outputs.map((_, at) => outcome.rows('parts', at)))

      expect(outcome.result).toEqual({ files: parts.length, rows: table.rows })
      expect(ascending(parts.flatMap(numbersOf))).toEqual(everyRow(table))
      for (const part of parts) {
        expect(numbersOf(part)).toEqual(ascending(numbersOf(part)))
        expect(new Set(part.map((row) => JSON.stringify(row[String(parameters.column)]))).size).toBe(1)
      }
    })
  })

  it('are added, removed, changed or the same in compare_tables', TIME, async () => {
    await property(compareTables, async (outcome, { table, other }) => {
      const { addedRows = 0, removedRows = 0, changedRows = 0, sameRows = 0 } = outcome.result as Record<string, number>
      const found = await outcome.rows('differences')
      const whole = (change: string) => found.filter((row) => row.change === change).length

      expect(removedRows + changedRows + sameRows).toBe(table.rows)
      expect(addedRows + changedRows + sameRows).toBe(other.rows)
      expect([whole('added'), whole('removed')]).toEqual([addedRows, removedRows])
      const changed = found.filter((row) => row.change === 'changed').map((row) => String(row.old_row))
      expect(new Set(changed).size).toBe(changedRows)
    })
  })

  it('that break a rule are listed by validate_table', TIME, async () => {
    await property(validateTable, async (outcome) => {
      const found = await outcome.rows('violations')

      expect(outcome.result).toMatchObject({
        violations: found.length,
        brokenRules: new Set(found.map(({ rule }) => rule)).size,
        valid: found.length === 0,
      })
    })
  })

  it('become intervals with a value, filled or empty in resample_series', TIME, async () => {
    // Times may be thousands of years apart, so a long interval is needed.
    const everyYear = { every: 'year' }
    await property(
      resampleSeries,
      async (outcome, { parameters }) => {
        const { rows = 0, filledCells, emptyCells } = outcome.result as Record<string, number>
        if (rows > 20_000) throw new fc.PreconditionFailure()
        const regular = await outcome.rows('resampled')
        const key = String(parameters.series_column ?? '')
        const cells = regular.flatMap((row) =>
          Object.entries(row)
            .slice(1)
            .filter(([name]) => name !== key),
        )

        expect(regular).toHaveLength(rows)
        if (key !== '') expect(cells.filter(([, value]) => value === null)).toHaveLength(emptyCells ?? -1)
        if (parameters.fill === 'none') expect(filledCells).toBe(0)
      },
      everyYear,
    )
  })
})
