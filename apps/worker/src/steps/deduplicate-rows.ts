import type { Engine } from '@millrace/tables/engine'
import { plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type Table, type TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { LEVELS } from '#sample/small-tables.ts'
import { columnNamed, columnsNamed } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { comparedByNumbers, mainlyNumbers } from '#tables/numbers-in-text.ts'
import { tableStep } from '#tables/table-step.ts'
import { writeTable } from '#tables/write-table.ts'
import { newNames } from './reshape/pivot-sql.ts'

export const deduplicateRows = tableStep({
  functionName: 'deduplicate_rows',
  version: '1.1.13',
  deterministic: true,
  title: 'Deduplicate rows',
  shortDescription: 'Keeps one of each set of duplicate rows, and lists the rows that were dropped.',
  longDescription: `Compares whole rows, or only the columns you choose, such as station and date. Of equal rows, the first or last one in the
file is kept, or the one with the largest or smallest value of a column. Empty cells are equal to each other.

The rows that were dropped are a second result, so nothing disappears unnoticed.`,
  categories: ['Tables', 'Clean'],
  tasks: ['deduplicate', 'remove duplicates', 'distinct', 'unique rows', 'drop repeated rows', 'latest per station'],
  icon: 'copy-minus',
  parameters: {
    keys: {
      ...COLUMNS,
      title: 'Compare',
      description: 'Rows with equal values here are duplicates. Leave empty for all columns.',
    },
    keep: {
      type: 'string',
      title: 'Keep',
      enum: ['first', 'last', 'largest', 'smallest', 'none'],
      default: 'first',
      'x-enum-titles': {
        first: 'The first in the file',
        last: 'The last in the file',
        largest: 'The largest value',
        smallest: 'The smallest value',
        none: 'None of them',
      },
    },
    by: {
      ...COLUMN,
      title: 'Value',
      description:
        'The column whose largest or smallest value decides. If several rows have that value, the first is kept.',
      'x-applies-if': { keep: ['largest', 'smallest'] },
    },
  },
  keepsValues: true,
  output: { name: 'unique', title: 'Table without duplicates', suffix: '_unique' },
  further: [
    {
      name: 'dropped',
      title: 'Dropped rows',
      description: 'With their row numbers in the file.',
      mediaType: 'text/csv',
    },
  ],
  figures: { rowsDropped: { type: 'integer', title: 'Rows dropped' } },
  examples: [
    { title: 'Drop rows that are repeated exactly', inputs: { table: [LEVELS] } },
    {
      title: 'Keep the day with the highest level of each station',
      parameters: { keys: ['station'], keep: 'largest', by: 'level_cm' },
      inputs: { table: [LEVELS] },
    },
  ],
  async make({ engine, table, parameters, log, context }) {
    const named = columnsNamed(table, parameters.keys, 'keys')
    const keys = named.length > 0 ? named : table.columns
    if (parameters.keep === 'largest' || parameters.keep === 'smallest') {
      if (!parameters.by)
        throw new StepError(`Choose the column whose ${parameters.keep} value decides.`, { parameter: { name: 'by' } })
      const by = columnNamed(table, { name: parameters.by, parameter: 'by' })
      const inText = await mainlyNumbers(engine, table, by)
      if (inText && inText.others > 0) log.warn(comparedByNumbers(by.name, inText))
      const value = inText?.number ?? sqlName(by.name)
      await keepBest(engine, table, { keys, value, best: parameters.keep === 'largest' ? 'max' : 'min' })
    } else {
      const kept = { first: `min(${ROW})`, last: `max(${ROW})`, none: `CASE WHEN count(*) = 1 THEN min(${ROW}) END` }
      const row = kept[parameters.keep as keyof typeof kept]
      await engine.store('kept', `SELECT ${row} AS kept FROM ${table.numbered} GROUP BY ${sqlNames(keys)}`, {
        columns: 1,
      })
    }
    const { rows } = await engine.row<{ rows: number }>('SELECT count(kept) AS rows FROM kept')
    const all = sqlNames(table.columns)
    const [place] = newNames(['row in the file'], table.columns)
    const dropped = `(SELECT ${ROW} AS ${place}, ${all} FROM ${table.numbered} ANTI JOIN kept ON ${ROW} = kept ORDER BY ${ROW})`
    await writeTable(engine, context, { slot: 'dropped', from: dropped, suffix: '_dropped', format: 'csv' })
    log.info(
      `Kept ${plural(rows, 'row')} of ${plural(table.rows, 'row')}; ${plural(table.rows - rows, 'row')} dropped.`,
    )
    return {
      from: `(SELECT ${all} FROM ${table.numbered} SEMI JOIN kept ON ${ROW} = kept ORDER BY ${ROW})`,
      figures: { rowsDropped: table.rows - rows },
    }
  },
})

/**
 * For each key, stores the number of the first row with the largest or smallest value, or of the first row if all
 * values are missing. Uses several statements to save memory: while grouping, the engine cannot spill pairs of values
 * and rows to disk, and a statement that both joins and groups would need too much memory.
 */
async function keepBest(
  engine: Engine,
  table: Table,
  { keys, value, best }: { keys: readonly TableColumn[]; value: string; best: 'max' | 'min' },
): Promise<void> {
  const named = keys.map(({ name }, at) => `${sqlName(name)} AS k${at}`).join(', ')
  const rows = `(SELECT ${ROW}, ${named}, ${value} AS v FROM ${table.numbered})`
  const groups = keys.map((_, at) => `k${at}`).join(', ')
  await engine.store(
    'best',
    `SELECT ${groups}, ${best}(v) AS v, min(${ROW}) AS first FROM ${rows} GROUP BY ${groups}`,
    {
      columns: keys.length + 2,
    },
  )
  const equal = [...keys.map((_, at) => `k${at}`), 'v'].map((name) => `r.${name} IS NOT DISTINCT FROM b.${name}`)
  const found = `SELECT r.${ROW}, b.first FROM ${rows} r JOIN best b ON ${equal.join(' AND ')}`
  await engine.store('found', found, { columns: 2 })
  await engine.store('kept', `SELECT min(${ROW}) AS kept FROM found GROUP BY first`, { columns: 1 })
}
