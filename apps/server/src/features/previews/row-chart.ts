import { invalid } from '#problem.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { ChartRequest, ReadyTable } from './preview-task.ts'
import { hasColumn } from './row-filter.ts'

type Blocks = readonly [ReadyTable, ...ReadyTable[]]

/** Throws a Problem if the chart can’t be drawn from the chosen columns. */
export function requireChart(blocks: Blocks, { chart, x, y, color, measure, sort, filter }: ChartRequest): void {
  const columns = blocks.flatMap(({ facts }) => facts.columns)
  const kindOf = (name: string) => columns.find(({ Name }) => Name === name)?.Kind
  const refuse = (pointer: '/X' | '/Y' | '/ColorBy' | '/Sort', message: string) => {
    throw invalid([{ pointer, message }])
  }
  for (const [pointer, name] of [
    ['/X', x],
    ['/Y', y],
    ['/ColorBy', color || undefined],
    ['/Sort', sort?.column],
  ] as const) {
    if (name !== undefined && !hasColumn(blocks, name)) refuse(pointer, `The table has no column “${name}”.`)
  }
  const needsY = chart !== 'Bars' || measure !== 'Count'
  if (needsY && y === undefined) refuse('/Y', 'Choose a column with numbers.')
  if (needsY && y !== undefined && kindOf(y) !== 'number')
    refuse('/Y', `“${y}” has no numbers. Choose a column with numbers.`)
  if (chart === 'Bars') {
    if (x === undefined) refuse('/X', 'Choose the column with the categories.')
    return
  }
  const xKind = x === undefined ? 'number' : kindOf(x)
  if (xKind !== 'number' && xKind !== 'time') refuse('/X', `“${x}” has neither numbers nor times. Draw bars instead.`)
  const isOrdered = sort !== undefined || filter.where !== undefined || filter.find !== undefined
  if (x === undefined && isOrdered && blocks[0].facts.totalRows > PREVIEW_LIMITS.storedRows)
    refuse('/X', 'This table is too large to number its sorted or filtered rows. Choose a column for the X axis.')
}
