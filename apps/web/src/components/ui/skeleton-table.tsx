import { clsx } from 'clsx'
import { ListCols } from './list-cols.tsx'
import type { RowShape, SkeletonKind } from './list-columns.ts'
import { LINE_WIDTHS, Skeleton } from './skeleton.tsx'
import { Cell, HeadCell, Table } from './table.tsx'
import * as texts from './texts.ts'

/** Default number of placeholder rows: more than fit on a screen. */
const ROWS = 30

/** Placeholder for a table: the head and columns, with a bar for each value. */
export function SkeletonTable({ columns, selects = false, rowHeight, rows = ROWS }: RowShape) {
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
            {[...Array(rows).keys()].map((row) => (
              <tr key={row} style={{ height: rowHeight }}>
                {selects ? (
                  <Cell>
                    <Box />
                  </Cell>
                ) : null}
                {columns.map(({ id, right = false, className, skeleton }, at) => (
                  <Cell key={id} right={right} className={className}>
                    {right ? (
                      <Skeleton className={clsx('ml-auto', AT_THE_RIGHT[skeleton ?? ''] ?? 'h-2.5 w-10')} />
                    ) : (
                      <Value skeleton={skeleton} width={LINE_WIDTHS[(row + at) % LINE_WIDTHS.length] ?? ''} />
                    )}
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

/** Right-aligned columns that hold an icon or button instead of a number. */
const AT_THE_RIGHT: Readonly<Record<string, string>> = { avatar: 'size-5 rounded-full!', button: 'size-4' }

function Value({ skeleton, width }: { skeleton: SkeletonKind | undefined; width: string }) {
  if (!skeleton) return <Skeleton className={clsx('h-2.5', width)} />
  const hasTile = skeleton === 'tile' || skeleton === 'tile-lines'
  const isDouble = skeleton === 'lines' || skeleton === 'tile-lines'
  return (
    <span className="@container flex items-center gap-2.5">
      {hasTile ? <Skeleton className={clsx('flex-none rounded-md', isDouble ? 'size-7' : 'size-6')} /> : null}
      {skeleton === 'icon' ? <Skeleton className="size-4 flex-none rounded-full!" /> : null}
      {/* A narrow state column shows icons only. */}
      <span className={clsx('grid min-w-0 flex-1 gap-2', skeleton === 'icon' && '@max-[5rem]:hidden')}>
        <Skeleton className={clsx('h-2.5', isDouble ? 'w-1/3' : width)} />
        {isDouble ? <Skeleton className={clsx('h-2', width)} /> : null}
      </span>
    </span>
  )
}

function Box() {
  return <Skeleton className="size-4" />
}
