import type { ReactNode } from 'react'
import type { CsvValue } from '#lib/csv.ts'
import { encodeLink } from '#lib/link-code.ts'
import type { SortDirection } from './table.tsx'

export interface Column<T> {
  id: string
  head: ReactNode
  /** Always shown. */
  required?: boolean
  /** Hidden by default. */
  extra?: boolean
  /** The class that sets the width, such as `w-28`. One column has none and takes the remaining width. */
  width?: string
  className?: string
  right?: boolean
  /** The placeholder of its cells while rows are loading, if it is more than a line. */
  skeleton?: SkeletonKind
  /** The server’s name of the property to sort by, and the direction of the first press. */
  sort?: { by: string; first?: SortDirection }
  title?: (row: T) => string | undefined
  cell: (row: T) => ReactNode
  /** The values of the row in an exported file, by column head. All rows must have the same heads. */
  values?: (row: T) => Record<string, CsvValue>
}

export type SkeletonKind = 'avatar' | 'button' | 'icon' | 'tile' | 'lines' | 'tile-lines'

/** The shape of a list while its rows are loading. */
export interface RowShape {
  columns: readonly Pick<Column<never>, 'id' | 'head' | 'width' | 'className' | 'right' | 'skeleton'>[]
  selects?: boolean
  /** A length in CSS, if the rows are taller than one line. */
  rowHeight?: string
  /** The expected number of rows, if there are few. */
  rows?: number
}

/**
 * Returns the columns whose ids are in `chosen`, joined by periods, or the default columns if `chosen` is undefined.
 * Required columns are always included.
 */
export function shownColumns<T>(columns: readonly Column<T>[], chosen: string | undefined): readonly Column<T>[] {
  const ids = chosen?.split('.')
  return columns.filter(({ id, required, extra }) => required || (ids ? ids.includes(id) : !extra))
}

export function labelOf<T>({ id, head }: Column<T>): string {
  return typeof head === 'string' ? head : id
}

/** Routes that show one resource. */
export type ResourcePage =
  | '/jobs/$details'
  | '/workdata/explorer/$details'
  | '/processing-steps/$details'
  | '/workflows/configurator'
  | '/workflows/executions/$details'

/** Returns the route and parameters of the page that shows a resource. */
export function pageOf(page: ResourcePage, href: string) {
  const code = encodeLink(href)
  return page === '/workflows/configurator'
    ? { to: page, search: { workflowLink: code } }
    : { to: page, params: { details: code } }
}

/** The rows of a list, and what they open. Keep the object stable between renders, because rows are memoized. */
export interface ListLayout<T> {
  columns: readonly Column<T>[]
  /** Returns what identifies the row: the URL of its resource, which `page` requires, or an id. */
  keyOf: (row: T) => string
  /** Returns the accessible name of the row’s checkbox: "Select Clean gauge readings". */
  nameOf: (row: T) => string
  /** The page that a row opens, with the row’s key as link. */
  page?: ResourcePage
  /** Opens the row in place, such as in an inspector, instead of opening a page. */
  onOpen?: (row: T) => void
  /** Returns the URL to open instead of `page`, or in a new tab for a row that opens in place. */
  address?: (row: T) => string | undefined
  /** Renders a row on a phone, in two lines. */
  phone: (row: T) => ReactNode
  /** Renders a button in the lower right corner of a row on a phone. */
  phoneAside?: (row: T) => ReactNode
  /** Renders buttons at the right edge of a row. They are mounted when the row is hovered or focused. */
  verbs?: (row: T) => ReactNode
  rowClass?: (row: T) => string | undefined
}
