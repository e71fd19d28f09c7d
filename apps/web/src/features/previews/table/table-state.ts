import type { RowCondition } from '@millrace/contracts/previews'
import { createContext, type ReactNode } from 'react'
import type { RowsRequest } from '../previews.queries.ts'
import type { ChartChoice } from './chart/chart-choice.ts'
import { type AddressedCondition, conditionsFromAddress, conditionsToAddress } from './row-conditions.ts'

/** How a table is looked at: filters, order, search, columns, and the current cell. */
export interface TableState extends RowsRequest {
  columns: ChosenColumns
  cell: { row: number; column: string } | undefined
}

/** The columns that are hidden, or the only ones that are shown, whichever is shorter. */
export interface ChosenColumns {
  as: 'hidden' | 'shown'
  names: readonly string[]
}

/** The state of a table as search parameters of a page that shows one table. */
export interface TableSearch {
  where?: AddressedCondition[]
  /** Conditions on texts ignore case. */
  case?: 'ignore'
  sort?: string
  order?: 'desc'
  find?: string
  hide?: string[]
  show?: string[]
  /** Row, from 0, and column: `12.level_cm`. */
  cell?: string
}

/** What a job needs to repeat a view. */
export interface ShownView {
  where: readonly RowCondition[]
  ignoreCase: boolean
  sort: RowsRequest['sort']
  find: string
  /** The columns in their order, if not all are shown. */
  columns: readonly string[] | undefined
  /** Of a workbook with several: the name of the sheet. */
  sheet: string | undefined
}

/** What a job needs to draw a chart of a table again. */
export interface ShownChart extends ChartChoice {
  sort: RowsRequest['sort']
  where: readonly RowCondition[]
  find: string
  sheet: string | undefined
}

/** Where the state of the table is kept, if the page shows only one. */
export interface TableAddress {
  read: () => TableState
  write: (state: TableState) => void
  /** Offers to repeat a view as a job. */
  keep?: (view: ShownView) => ReactNode
  /** Offers to draw a chart as a job. */
  plot?: (chart: ShownChart) => ReactNode
}

export const TableAddressContext = createContext<TableAddress | undefined>(undefined)

/** The state in an address. The address turns a text of digits into a number; anything that makes no sense is ignored. */
export function tableStateOf(search: Partial<Record<keyof TableSearch, unknown>>): TableState {
  const { sort, order, find, hide, show, cell, where } = search
  const place = /^(\d{1,15})\.(.+)$/s.exec(String(cell ?? ''))
  return {
    where: conditionsFromAddress(where),
    ignoreCase: search.case === 'ignore',
    sort: sort === undefined ? undefined : { column: String(sort), descending: order === 'desc' },
    find: find === undefined ? '' : String(find),
    columns: Array.isArray(show)
      ? { as: 'shown', names: show.map(String) }
      : { as: 'hidden', names: Array.isArray(hide) ? hide.map(String) : [] },
    cell: place?.[2] === undefined ? undefined : { row: Number(place[1]), column: place[2] },
  }
}

/** The search parameters of a state. Parts that have their default value are left out. */
export function searchOfTable({ where, ignoreCase, sort, find, columns, cell }: TableState): TableSearch {
  return {
    ...(where.length > 0 && { where: conditionsToAddress(where) }),
    ...(ignoreCase && { case: 'ignore' }),
    ...(sort && { sort: sort.column }),
    ...(sort?.descending && { order: 'desc' }),
    ...(find && { find }),
    ...(columns.as === 'shown' && { show: [...columns.names] }),
    ...(columns.as === 'hidden' && columns.names.length > 0 && { hide: [...columns.names] }),
    ...(cell && { cell: `${cell.row}.${cell.column}` }),
  }
}

/** The columns of a table that are hidden. If none were left, all are shown. */
export function hiddenColumns({ as, names }: ChosenColumns, all: readonly string[]): ReadonlySet<string> {
  const named = new Set(names)
  const hidden = all.filter((name) => named.has(name) === (as === 'hidden'))
  return new Set(hidden.length < all.length ? hidden : [])
}

/** Describes which columns are shown, by the shorter of the two lists. */
export function chosenColumns(hidden: ReadonlySet<string>, all: readonly string[]): ChosenColumns {
  const shown = all.filter((name) => !hidden.has(name))
  const names = all.filter((name) => hidden.has(name))
  return shown.length < names.length ? { as: 'shown', names: shown } : { as: 'hidden', names }
}
