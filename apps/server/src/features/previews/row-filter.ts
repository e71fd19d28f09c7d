import type { DescribeColumnParameters } from '@millrace/contracts/previews'
import { ConditionFault } from '@millrace/tables/conditions'
import { invalid } from '#problem.ts'
import type { ReadyTable, RowFilter } from './preview-task.ts'
import { blockWith, rowConditionSql } from './reading/matching-rows.ts'

type FilterParameters = Pick<DescribeColumnParameters, 'Where' | 'IgnoreCase' | 'Find' | 'Sheet'>

/** Builds a filter from request parameters. Empty parameters are left out, so that equal filters are equal objects. */
export function filterOf({ Where, IgnoreCase, Find, Sheet }: FilterParameters): RowFilter {
  return {
    ...(Where && Where.length > 0 && { where: Where }),
    ...(IgnoreCase && { ignoreCase: true }),
    ...(Find && { find: Find }),
    ...(Sheet && { sheet: Sheet }),
  }
}

type Blocks = readonly [ReadyTable, ...ReadyTable[]]

export function hasColumn(blocks: readonly ReadyTable[], column: string): boolean {
  return blocks.some(({ facts }) => facts.columns.some(({ Name }) => Name === column))
}

/** Throws a Problem if conditions don't suit the columns of the table. */
export function requireFilter(blocks: Blocks, filter: RowFilter): void {
  const faults = (filter.where ?? []).flatMap((condition, at) => {
    const pointer = `/Where/${at}`
    if (!hasColumn(blocks, condition.Column))
      return [{ pointer: `${pointer}/Column`, message: `The table has no column “${condition.Column}”.` }]
    try {
      rowConditionSql(blockWith(blocks, condition.Column).facts, condition, { ignoreCase: false, bind: () => 'NULL' })
      return []
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error
      return [{ pointer: `${pointer}/Values`, message: `The filter on “${condition.Column}” ${error.message}` }]
    }
  })
  if (faults.length > 0) throw invalid(faults)
}
