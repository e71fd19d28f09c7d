import { createContext } from 'react'
import type { RowsRequest } from '../previews.queries.ts'

/** How a table is looked at: order, search, columns, and the current cell. */
export interface TableState extends RowsRequest {
  hidden: readonly string[]
  cell: { row: number; column: string } | undefined
}

/** The same in the search parameters of a page that shows one table. */
export interface TableSearch {
  sort?: string
  order?: 'desc'
  find?: string
  hide?: string[]
  /** Row, from 0, and column: `12.level_cm`. */
  cell?: string
}

/** Where the state of the table is kept, if the page shows only one. */
export interface TableAddress {
  read: () => TableState
  write: (state: TableState) => void
}

export const TableAddressContext = createContext<TableAddress | undefined>(undefined)

/** The state in an address. The address turns a text of digits into a number; anything that makes no sense is ignored. */
export function tableStateOf({ sort, order, find, hide, cell }: Record<keyof TableSearch, unknown>): TableState {
  const place = /^(\d{1,15})\.(.+)$/s.exec(String(cell ?? ''))
  return {
    sort: sort === undefined ? undefined : { column: String(sort), descending: order === 'desc' },
    find: find === undefined ? '' : String(find),
    hidden: Array.isArray(hide) ? hide.map(String) : [],
    cell: place?.[2] === undefined ? undefined : { row: Number(place[1]), column: place[2] },
  }
}

export function searchOfTable({ sort, find, hidden, cell }: TableState): TableSearch {
  return {
    ...(sort && { sort: sort.column }),
    ...(sort?.descending && { order: 'desc' }),
    ...(find && { find }),
    ...(hidden.length > 0 && { hide: [...hidden] }),
    ...(cell && { cell: `${cell.row}.${cell.column}` }),
  }
}
