import { computeAggregates } from '@millrace/tables/aggregates'
import type { Engine } from '@millrace/tables/engine'
import { type MissingTexts, ROW, type Table } from '@millrace/tables/table'
import { missingTexts } from '@millrace/tables/type-columns'

const SPELLINGS: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }

/**
 * For each column of a typed file, counts the numbers that the reader empties: NaN and, in JSON, infinite numbers.
 * Columns without such cells are left out.
 */
export async function nanCells(engine: Engine, { numbers, rows }: Table): Promise<Map<string, MissingTexts>> {
  const found = new Map<string, MissingTexts>()
  if (!numbers) return found
  const from = `(FROM ${numbers.from} WHERE ${ROW} <= ${rows})`
  const counts = [...numbers.cells].map(
    ([name, { cell, value }]) => [name, `count_if(${cell} IS NOT NULL AND (${value}) IS NULL)`] as const,
  )
  const counted = await computeAggregates(engine, from, { numbers: Object.fromEntries(counts) })
  for (const [name, column] of numbers.cells) {
    const count = counted.number(name) ?? 0
    if (count === 0) continue
    const texts = await missingTexts(engine, from, column)
    found.set(name, { count, texts: texts.map((text) => SPELLINGS[text] ?? text) })
  }
  return found
}
