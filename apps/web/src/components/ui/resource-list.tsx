import { useDensity } from '#lib/density.ts'
import { fill } from '#lib/fill.ts'
import { usePhone } from '#lib/use-media.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import type { Value } from '#lib/value.ts'
import { Checkbox } from './checkbox.tsx'
import { ListCols } from './list-cols.tsx'
import type { Column, ListLayout } from './list-columns.ts'
import { ListRow } from './list-row.tsx'
import { PhoneRow } from './phone-row.tsx'
import { RowBlocks } from './row-blocks.tsx'
import { HeadCell, type SortDirection, SortHead, Table } from './table.tsx'
import * as texts from './texts.ts'

interface ListSort {
  by: string
  type: string
  onSort: (by: string, type: SortDirection) => void
}

/** Returns the sort order of a list whose search parameters have the server’s names. */
export function sortOf<By extends string>(
  { SortBy, SortType }: { SortBy: By; SortType: string },
  onSort: (change: { SortBy: By; SortType: SortDirection }) => void,
): ListSort {
  return { by: SortBy, type: SortType, onSort: (by, type) => onSort({ SortBy: by as By, SortType: type }) }
}

interface ResourceListProps<T> {
  label: string
  rows: readonly T[]
  layout: ListLayout<T>
  sort?: ListSort
  selection?: ReturnType<typeof useSelection<T>>
  /** The row that is focused with the keys j and k. */
  cursor?: Value<string | undefined>
  /** A length in CSS, if the rows are taller than one line. */
  rowHeight?: string
}

/** A list of resources: a table or, on phones, rows of two lines. Renders nothing without rows. */
export function ResourceList<T>(props: ResourceListProps<T>) {
  const { rows, selection } = props
  const onToggle = useStableCallback((row: T, range: boolean) => selection?.toggle(row, range))
  const isPhone = usePhone()
  useDensity()
  const List = isPhone ? PhoneList : ListTable
  return rows.length === 0 ? null : <List {...props} onToggle={selection && onToggle} />
}

interface ListProps<T> extends ResourceListProps<T> {
  onToggle: ((row: T, range: boolean) => void) | undefined
}

function PhoneList<T>({ label, rows, layout, selection, onToggle }: ListProps<T>) {
  const selecting = selection !== undefined && selection.items.length > 0
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <PhoneRow
          key={layout.keyOf(row)}
          row={row}
          layout={layout}
          selected={selection?.has(row) ?? false}
          selecting={selecting}
          onToggle={onToggle}
        />
      ))}
    </ul>
  )
}

function ListTable<T>({
  label,
  rows,
  layout,
  sort,
  selection,
  cursor,
  rowHeight = 'var(--row)',
  onToggle,
}: ListProps<T>) {
  const { columns } = layout
  return (
    <Table label={label} rowCount={rows.length + 1}>
      <ListCols columns={columns} selects={selection !== undefined} />
      <thead>
        <tr>
          {selection ? (
            <HeadCell>
              <SelectAll label={label} rows={rows} selection={selection} />
            </HeadCell>
          ) : null}
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <RowBlocks
        rows={rows}
        keyOf={layout.keyOf}
        cursor={cursor}
        rowHeight={rowHeight}
        renderRow={(row, index) => (
          <ListRow
            key={layout.keyOf(row)}
            row={row}
            index={index}
            layout={layout}
            selected={selection?.has(row) ?? false}
            cursor={cursor}
            onToggle={onToggle}
          />
        )}
      />
    </Table>
  )
}

function ColumnHead<T>({ column, sort }: { column: Column<T>; sort: ListSort | undefined }) {
  const { head, className, right = false, sort: order } = column
  if (!order || !sort) {
    return (
      <HeadCell right={right} className={className}>
        {head}
      </HeadCell>
    )
  }
  const direction = sort.by === order.by && sort.type !== 'None' ? (sort.type as SortDirection) : undefined
  return (
    <SortHead
      right={right}
      className={className}
      direction={direction}
      {...(order.first ? { first: order.first } : {})}
      onSort={(type) => sort.onSort(order.by, type)}
    >
      {head}
    </SortHead>
  )
}

interface SelectAllProps<T> {
  label: string
  rows: readonly T[]
  selection: ReturnType<typeof useSelection<T>>
}

function SelectAll<T>({ label, rows, selection }: SelectAllProps<T>) {
  const count = rows.filter((row) => selection.has(row)).length
  return (
    <Checkbox
      aria-label={fill(texts.selectAllOnPage, label.toLowerCase())}
      className="block"
      checked={count > 0 && count === rows.length && !selection.isPart}
      indeterminate={count > 0 && (count < rows.length || selection.isPart)}
      onChange={selection.toggleAll}
    />
  )
}
