import type { RowCondition } from '@millrace/contracts/previews'
import { createContext, type ReactNode } from 'react'
import type { RowsRequest } from '../previews.queries.ts'
import type { ChartChoice } from './chart/chart-choice.ts'
import { type AddressedCondition, conditionsFromAddress, conditionsToAddress } from './row-conditions.ts'

/** The view state of a table: filters, order, search, columns, and the current cell. */
export interface TableState extends RowsRequest {
  columns: ChosenColumns
  cell: { row: number; column: string } | undefined
}

/** The hidden columns or the only visible columns, whichever list is shorter. */
export interface ChosenColumns {
  as: 'hidden' | 'shown'
  names: readonly string[]
}

/** The state of a table as search parameters of a page that shows a single table. */
export interface TableSearch {
  where?: AddressedCondition[]
  /** Whether text conditions are case-insensitive. */
  case?: 'ignore'
  sort?: string
  order?: 'desc'
  find?: string
  hide?: string[]
  show?: string[]
  /** The 0-based row and the column of the current cell: `12.level_cm`. */
  cell?: string
}

/** The parameters of a job that reproduces a view. */
export interface ShownView {
  where: readonly RowCondition[]
  ignoreCase: boolean
  sort: RowsRequest['sort']
  find: string
  /** The visible columns in order, if not all are visible. */
  columns: readonly string[] | undefined
  /** The sheet name, if the workbook has several sheets. */
  sheet: string | undefined
}

/** The parameters of a job that reproduces a chart of a table. */
export interface ShownChart extends ChartChoice {
  sort: RowsRequest['sort']
  where: readonly RowCondition[]
  find: string
  sheet: string | undefined
}

/** Stores the state of the table in the URL, on pages that show a single table. */
export interface TableAddress {
  read: () => TableState
  write: (state: TableState) => void
  /** Renders a control that reproduces a view as a job. */
  keep?: (view: ShownView) => ReactNode
  /** Renders a control that reproduces a chart as a job. */
  plot?: (chart: ShownChart) => ReactNode
}

export const TableAddressContext = createContext<TableAddress | undefined>(undefined)

/**
 * Reads the state from search parameters. The router turns strings of digits into numbers; anything invalid is ignored.
 */
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

/** Converts a state to search parameters. Default values are left out. */
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

/** Returns the hidden columns of a table. If none would be visible, all are shown. */
export function hiddenColumns({ as, names }: ChosenColumns, all: readonly string[]): ReadonlySet<string> {
  const named = new Set(names)
  const hidden = all.filter((name) => named.has(name) === (as === 'hidden'))
  return new Set(hidden.length < all.length ? hidden : [])
}

/** Represents the choice of columns by the shorter of the two lists. */
export function chosenColumns(hidden: ReadonlySet<string>, all: readonly string[]): ChosenColumns {
  const shown = all.filter((name) => !hidden.has(name))
  const names = all.filter((name) => hidden.has(name))
  return shown.length < names.length ? { as: 'shown', names: shown } : { as: 'hidden', names }
}
