import type { Table } from '@millrace/tables/table'

/**
 * Returns notes about columns whose ambiguous dates were read as day first although another table has the month first,
 * or the other way around.
 */
export function orderNotes(tables: readonly Table[]): string[] {
  const dates = tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name, order, isAmbiguous }) => (order ? [{ table, name, order, isAmbiguous }] : [])),
  )
  return dates.flatMap(({ table, name, order, isAmbiguous }) => {
    const other = dates.find((one) => keyOf(one.name) === keyOf(name) && isDayFirst(one.order) !== isDayFirst(order))
    if (!isAmbiguous || !other) return []
    return [
      `Column \`${name}\` of ${table} was read as ${order}, but that of ${other.table} as ${other.order}. If its days and months are swapped, write its dates as year-month-day.`,
    ]
  })
}

/** Returns a key for matching the columns of several tables. */
export function keyOf(name: string): string {
  return name.trim().toLowerCase()
}

function isDayFirst(order: string): boolean {
  return order.startsWith('day')
}
