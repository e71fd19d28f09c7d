import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useRef } from 'react'

export interface VirtualBodyProps<T> {
  rows: readonly T[]
  /** The TableFrame that scrolls. */
  frame: RefObject<HTMLElement | null>
  rowHeight?: number
  columns: number
  renderRow: (row: T, index: number) => ReactNode
}

/** Rows in sight and a few around them; the others are empty room. */
export function VisibleRows<T>({ rows, frame, rowHeight = 36, columns, renderRow }: VirtualBodyProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are called in this render only
  const virtual = useVirtualizer({
    count: rows.length,
    // The frame's own ref is not set yet while this component mounts inside of it.
    getScrollElement: () => frame.current ?? body.current?.closest<HTMLElement>('[data-table-frame]') ?? null,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const visible = virtual.getVirtualItems()
  const before = visible[0]?.start ?? 0
  const after = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0)
  return (
    <tbody ref={body}>
      <Spacer height={before} columns={columns} />
      {visible.map(({ index }) => {
        const row = rows[index]
        return row === undefined ? null : renderRow(row, index)
      })}
      <Spacer height={after} columns={columns} />
    </tbody>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
