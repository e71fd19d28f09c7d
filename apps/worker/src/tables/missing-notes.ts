import type { Engine } from '@millrace/tables/engine'
import { INFINITE } from '@millrace/tables/missing-values'
import { count, listed, quoted } from '@millrace/tables/sentences'
import type { MissingTexts, Table, TableColumn } from '@millrace/tables/table'
import { nanCells } from './nan-cells.ts'

const INFINITE_WORDS: ReadonlySet<string> = new Set(INFINITE)

/**
 * Returns a list with one note about the cells that are read as empty: NaN in Parquet and Arrow files, and words such
 * as “n/a” in columns of numbers, times or booleans. Returns an empty list if there are no such cells. The reader
 * itself adds notes about infinite values, and about NaN in JSON.
 */
export async function missingNotes(engine: Engine, table: Table): Promise<string[]> {
  const nan = await nanCells(engine, table)
  const found = table.columns.flatMap((column) => {
    const missing = markersIn(column) ?? (column.infinite ? undefined : nan.get(column.name))
    if (!missing) return []
    const texts = missing.texts.length > 0 ? ` (${missing.texts.map(quoted).join(', ')})` : ''
    return [`${count(missing.count)} in column \`${column.name}\`${texts}`]
  })
  return found.length === 0 ? [] : [`Missing-value markers were read as empty: ${listed(found)}.`]
}

function markersIn({ missing, infinite = 0 }: TableColumn): MissingTexts | undefined {
  if (!missing || missing.count === infinite) return undefined
  const texts = missing.texts.filter((text) => !INFINITE_WORDS.has(text.trim().toLowerCase()))
  return { count: missing.count - infinite, texts }
}
