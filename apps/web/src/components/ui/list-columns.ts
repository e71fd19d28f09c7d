import type { ReactNode } from 'react'
import type { CsvValue } from '#lib/csv.ts'
import { encodeLink } from '#lib/link-code.ts'
import type { SortDirection } from './table.tsx'

/** A column of a list. */
export interface Column<T> {
  id: string
  head: ReactNode
  /** Always shown. */
  required?: boolean
  /** Shown only if it is chosen. */
  extra?: boolean
  /** The class of its width, such as `w-28`. One column has none and takes the remaining width. */
  width?: string
  /** For its head and cells, such as `max-xl:hidden`. */
  className?: string
  right?: boolean
  /** What its cells hold while they are loading, if it is more than a line. */
  skeleton?: SkeletonKind
  /** The server's name of the property to sort by, and which way the first press sorts. */
  sort?: { by: string; first?: SortDirection }
  title?: (row: T) => string | undefined
  cell: (row: T) => ReactNode
  /** What an exported file says about the row, by column head, with the same heads for each row. */
  values?: (row: T) => Record<string, CsvValue>
}

export type SkeletonKind = 'avatar' | 'button' | 'icon' | 'tile' | 'lines' | 'tile-lines'

/** What a list looks like while its rows are loading. */
export interface RowShape {
  columns: readonly Pick<Column<never>, 'id' | 'head' | 'width' | 'className' | 'right' | 'skeleton'>[]
  /** Whether rows can be selected. */
  selects?: boolean
  /** A length in CSS, if the rows are higher than one line. */
  rowHeight?: string
  /** How many rows come, if they are few. */
  rows?: number
}

/** The columns that are chosen, or shown by default. */
export function shownColumns<T>(columns: readonly Column<T>[], chosen: string | undefined): readonly Column<T>[] {
  const ids = chosen?.split('.')
  return columns.filter(({ id, required, extra }) => required || (ids ? ids.includes(id) : !extra))
}

/** The name of a column. */
export function labelOf<T>({ id, head }: Column<T>): string {
  return typeof head === 'string' ? head : id
}

/** Pages of one resource. */
export type ResourcePage =
  | '/jobs/$details'
  | '/workdata/explorer/$details'
  | '/processing-steps/$details'
  | '/workflows/configurator'
  | '/workflows/executions/$details'

/** Where a row leads. */
export function pageOf(page: ResourcePage, href: string) {
  const code = encodeLink(href)
  return page === '/workflows/configurator'
    ? { to: page, search: { workflowLink: code } }
    : { to: page, params: { details: code } }
}

/** What a list shows of each row, and where a row leads. Keep it stable between renders: rows are memoized. */
export interface ListLayout<T> {
  columns: readonly Column<T>[]
  /** The address of the row's resource; it identifies the row. */
  keyOf: (row: T) => string
  /** Names the row's checkbox: "Select Clean gauge readings". */
  nameOf: (row: T) => string
  /** The page that a row opens, with the row’s key as its link. */
  page?: ResourcePage
  /** Opens the row in place, such as in an inspector, instead of on a page. */
  onOpen?: (row: T) => void
  /** The address of a row that `page` doesn’t cover: one with another page, or one that opens in place (for a new tab). */
  address?: (row: T) => string | undefined
  /** What a phone shows of a row, in two lines. */
  phone: (row: T) => ReactNode
  /** A button in the lower right corner of a row on a phone. */
  phoneAside?: (row: T) => ReactNode
  /** Buttons at the right edge of a row. They mount when the pointer or the focus is on it. */
  verbs?: (row: T) => ReactNode
  rowClass?: (row: T) => string | undefined
}
