import { clsx } from 'clsx'
import type { RowShape } from './list-columns.ts'

/** The `<colgroup>` with the column widths of a list. */
export function ListCols({ columns, selects = false }: Pick<RowShape, 'columns' | 'selects'>) {
  return (
    <colgroup>
      {selects ? <col className="w-12" /> : null}
      {columns.map(({ id, width, className }) => (
        <col key={id} className={clsx(width, className)} />
      ))}
    </colgroup>
  )
}
