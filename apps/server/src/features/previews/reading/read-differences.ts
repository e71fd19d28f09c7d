import { type Engine, openEngine } from '@millrace/tables/engine'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { Differences, DifferencesPage, DifferencesTask, NumberedCells, ReadyTable } from '../preview-task.ts'
import { readCells, rowsOf } from './read-cells.ts'
import { sandboxFor } from './sandbox.ts'

interface Pair {
  before: number | null
  after: number | null
  changed: number[] | null
}

/** Reads a page of the rows that differ, with their cells in both tables. */
export async function readDifferences(task: DifferencesTask): Promise<Differences> {
  const { path, before, after, page, scratch } = task
  const engine = await openEngine(scratch, sandboxFor([path, before.path, after.path]))
  try {
    const width = Math.max(1, before.facts.fields.length + after.facts.fields.length)
    const limit = Math.max(1, Math.min(page.limit, Math.floor(PREVIEW_LIMITS.cellsPerPage / width)))
    const pairs = await engine.rows<Pair>(
      `SELECT before, after, changed FROM ${rowsOf({ path })} ${whereSql(page)} ORDER BY file_row_number
       LIMIT ${limit} OFFSET ${page.offset}`,
    )
    const earlier = await numbered(
      engine,
      before,
      pairs.map((pair) => pair.before),
    )
    const later = await numbered(
      engine,
      after,
      pairs.map((pair) => pair.after),
    )
    return {
      rows: pairs.map((pair) => ({
        before: earlier.get(pair.before) ?? null,
        after: later.get(pair.after) ?? null,
        changed: pair.changed ?? [],
      })),
    }
  } finally {
    await engine.close()
  }
}

const ONLY = {
  added: 'WHERE before IS NULL',
  removed: 'WHERE after IS NULL',
  changed: 'WHERE changed IS NOT NULL',
} satisfies Record<NonNullable<DifferencesPage['only']>, string>

function whereSql({ only }: DifferencesPage): string {
  return only ? ONLY[only] : ''
}

async function numbered(engine: Engine, table: ReadyTable, wanted: (number | null)[]) {
  const numbers = wanted.filter((number) => number !== null)
  if (numbers.length === 0) return new Map<number | null, NumberedCells>()
  const found = await readCells(engine, table, `file_row_number IN (${numbers.join(', ')})`)
  return new Map(found.numbers.map((number, at) => [number, { number, cells: found.rows[at] ?? [] }]))
}
