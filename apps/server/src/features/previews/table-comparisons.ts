import { createHash } from 'node:crypto'
import type { Matching, TableComparison } from '@millrace/tables/compare-tables'
import { Problem } from '#problem.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { DifferencesPage, DifferentRow, ReadyTable, TableFacts } from './preview-task.ts'
import type { processLane } from './process-lane.ts'
import type { sidecarBuilder } from './sidecar-builder.ts'
import type { sidecars } from './sidecars.ts'

/** A table that was read completely. `key` identifies its content and how it was read. */
export interface WholeTable extends ReadyTable {
  key: string
}

/** A page of differences between two tables, with counts for the whole comparison. */
export interface ComparedTables {
  before: TableFacts
  after: TableFacts
  comparison: TableComparison
  page: DifferencesPage
  rows: DifferentRow[]
}

interface ComparisonOptions {
  sidecar: ReturnType<typeof sidecarBuilder>
  cache: ReturnType<typeof sidecars>
  quick: ReturnType<typeof processLane>
  slow: ReturnType<typeof processLane>
  scratch: string
}

/** Two tables, and the page of differences to read. Without `matching`, the key columns are detected. */
export interface ComparisonRequest {
  before: WholeTable
  after: WholeTable
  matching?: Matching
  page: DifferencesPage
}

/**
 * Returns a function that compares tables in child processes. The comparisons are cached, so further pages are quick.
 */
export function tableComparisons({ sidecar, cache, quick, slow, scratch }: ComparisonOptions) {
  return async (account: string, { before, after, matching, page }: ComparisonRequest): Promise<ComparedTables> => {
    requireColumns(before.facts, after.facts, matching)
    const [left, right] = [readyTable(before), readyTable(after)]
    const lane = cellsOf(before) + cellsOf(after) <= PREVIEW_LIMITS.comparedQuicklyCells ? quick : slow
    const key = comparisonKey([before.key, after.key], matching)
    return cache.withoutEvicting([key], async () => {
      const { facts: comparison, parquet } = await sidecar(key, (paths) =>
        lane.run(account, { kind: 'compare', before: left, after: right, ...(matching && { matching }), ...paths }),
      )
      const task = { kind: 'differences', path: parquet, before: left, after: right, page, scratch } as const
      const { rows } = await quick.run(account, task)
      return { before: before.facts, after: after.facts, comparison, page, rows }
    })
  }
}

function readyTable({ path, facts }: WholeTable): ReadyTable {
  return { path, facts }
}

function cellsOf({ facts }: WholeTable): number {
  return facts.totalRows * facts.fields.length
}

function comparisonKey(tables: string[], matching: Matching | undefined) {
  const sha256 = createHash('sha256')
    .update(JSON.stringify([tables, matching]))
    .digest('hex')
  return { sha256, ending: 'comparison', extent: 'whole' } as const
}

function requireColumns(before: TableFacts, after: TableFacts, matching: Matching | undefined): void {
  const names = new Set(before.columns.map(({ Name }) => Name))
  const common = new Set(after.columns.flatMap(({ Name }) => (names.has(Name) ? [Name] : [])))
  if (common.size === 0) throw new Problem('preview-failed', 'The tables have no column in common.')
  const missing = matching?.by === 'keys' ? matching.columns.find((name) => !common.has(name)) : undefined
  if (missing === undefined) return
  throw new Problem('invalid-parameters', `One of the tables has no column “${missing}” to match rows by.`)
}
