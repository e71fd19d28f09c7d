import { clsx } from 'clsx'
import { ListCols } from './list-cols.tsx'
import type { RowShape } from './list-columns.ts'
import { RAGGED, Skeleton } from './skeleton.tsx'
import { Cell, HeadCell, Table } from './table.tsx'
import * as texts from './texts.ts'

/** More than a screen has room for. */
const ROWS = 30

/** The head and the columns of a table, and a bar in place of each value. */
export function SkeletonTable({ columns, selects = false, rowHeight }: RowShape) {
  return (
    <div role="status" aria-label={texts.loading}>
      <div aria-hidden="true">
        <Table label={texts.loading}>
          <ListCols columns={columns} selects={selects} />
          <thead>
            <tr>
              {selects ? (
                <HeadCell>
                  <Box />
                </HeadCell>
              ) : null}
              {columns.map(({ id, head, right = false, className }) => (
                <HeadCell key={id} right={right} className={className}>
                  {head}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...Array(ROWS).keys()].map((row) => (
              <tr key={row} style={{ height: rowHeight }}>
                {selects ? (
                  <Cell>
                    <Box />
                  </Cell>
                ) : null}
                {columns.map(({ id, width, right = false, className }, at) => (
                  <Cell key={id} right={right} className={className}>
                    <Skeleton
                      className={clsx(
                        'h-2.5',
                        right ? 'ml-auto w-10' : width ? RAGGED[(row + at) % RAGGED.length] : 'w-3/5',
                      )}
                    />
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  )
}

/** In place of a checkbox. */
function Box() {
  return <Skeleton className="size-4" />
}
