import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** The scroll container of a table. It fills the rest of the page, so that the table’s head and footer stay visible. */
export function TableFrame({ children, className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      data-table-frame
      data-scroll-restoration-id="table"
      className={clsx(
        'scroll-thin @container/table relative min-h-0 flex-1 overflow-auto border-t border-line',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A native table with fixed columns. Set the widths in a `<colgroup>`. `label` is the accessible name. */
export function Table({
  label,
  rowCount,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { label: string; rowCount?: number }) {
  return (
    <table
      {...rest}
      aria-label={label}
      {...(rowCount === undefined ? {} : { 'aria-rowcount': rowCount })}
      className={clsx('w-full table-fixed border-separate border-spacing-0', className)}
    >
      {children}
    </table>
  )
}

const EDGES = 'first:pl-6 last:pr-6 phone:first:pl-4 phone:last:pr-4'
/** Right-aligned cells end 32 pixels before the text of the next column. */
const RIGHT = 'pr-5.5 text-right'

interface HeadCellProps extends ComponentProps<'th'> {
  right?: boolean
}

/** A sticky column head. */
export function HeadCell({ right = false, className, ...rest }: HeadCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx(
        'sticky top-0 z-10 h-8 border-b border-line bg-surface px-2.5 text-xs font-normal whitespace-nowrap text-ink-2',
        right ? RIGHT : 'text-left',
        EDGES,
        className,
      )}
    />
  )
}

export type SortDirection = 'Ascending' | 'Descending'

interface SortHeadProps extends Omit<HeadCellProps, 'onClick'> {
  direction: SortDirection | undefined
  /** The direction of the first press. */
  first?: SortDirection
  onSort: (direction: SortDirection) => void
}

/** A column head that sorts by the column. */
export function SortHead({ direction, first = 'Ascending', onSort, children, ...rest }: SortHeadProps) {
  const Arrow = direction === 'Descending' ? ArrowDown : ArrowUp
  const next = direction ? (direction === 'Ascending' ? 'Descending' : 'Ascending') : first
  return (
    <HeadCell {...rest} aria-sort={direction ? (direction === 'Ascending' ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        onClick={() => onSort(next)}
        className={clsx(
          'inline-flex h-7 items-center gap-1 rounded-sm hover:text-ink',
          direction && 'font-medium text-ink',
        )}
      >
        {children}
        {direction ? <Arrow className="icon-sm" aria-hidden="true" /> : null}
      </button>
    </HeadCell>
  )
}

interface RowProps extends ComponentProps<'tr'> {
  selected?: boolean
  /** The row that j and k have reached. */
  active?: boolean
}

/** A table row. Wrap content that is only shown on hover in `RowActions`. */
export function Row({ selected = false, active = false, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      {...(selected ? { 'aria-selected': true } : {})}
      data-current-row={active || undefined}
      className={clsx(
        'group/row scroll-my-10 hover:bg-hover',
        selected && 'bg-selected hover:bg-selected',
        active && 'bg-hover shadow-[inset_2px_0_var(--accent)]',
        className,
      )}
    />
  )
}

/** A one-line table cell that truncates its content. `right` is for numbers. */
export function Cell({ right = false, className, ...rest }: ComponentProps<'td'> & { right?: boolean }) {
  return (
    <td
      {...rest}
      className={clsx(
        'relative h-(--row) truncate border-b border-line px-2.5 whitespace-nowrap',
        right && RIGHT,
        EDGES,
        className,
      )}
    />
  )
}

/** Buttons in a row’s last cell: shown on hover and focus, always on touch screens. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <span
      className={clsx(
        'row-actions absolute inset-y-0 right-0 flex items-center gap-0.5 bg-linear-to-l from-hover from-80% to-transparent pr-5 pl-8',
        'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 has-data-popup-open:opacity-100',
        'group-aria-selected/row:from-selected touch:static touch:justify-end touch:bg-none touch:p-0 touch:opacity-100',
      )}
    >
      {children}
    </span>
  )
}
