import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Value } from '#lib/value.ts'
import { afterFrame, whenIdle } from '#lib/when-idle.ts'

interface RowBlocksProps<T> {
  rows: readonly T[]
  keyOf: (row: T) => string
  cursor: Value<string | undefined> | undefined
  /** A length in CSS. */
  rowHeight: string
  renderRow: (row: T, index: number) => ReactNode
}

/** As many rows as a slow phone renders and lays out in less than 50 ms. */
const BLOCK = 3

const NONE: ReadonlySet<number> = new Set()

const NEVER = () => () => {}

/**
 * The body of a table, drawn in blocks of rows, so that no task is long: a block in sight with each frame, the others in
 * idle time, and the block that the cursor reaches at once. Until then, empty room keeps their place. Rows stay, so that
 * scrolling renders nothing, and the browser finds text in all of them.
 */
export function RowBlocks<T>({ rows, keyOf, cursor, rowHeight, renderRow }: RowBlocksProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const places = useMemo(() => new Map(rows.map((row, at) => [keyOf(row), Math.floor(at / BLOCK)])), [rows, keyOf])
  const [known, setKnown] = useState(places)
  const [drawn, setDrawn] = useState(NONE)
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, block) => block)
  const empty = blocks.filter((block) => !drawn.has(block)).length
  const current = useSyncExternalStore(cursor?.subscribe ?? NEVER, () => places.get(cursor?.get() ?? ''))

  if (known !== places) {
    setKnown(places)
    // Another page of the list begins anew.
    if (rows.every((row) => !known.has(keyOf(row)))) setDrawn(NONE)
  }
  if (current !== undefined && !drawn.has(current)) setDrawn(new Set([...drawn, current]))
  useEffect(() => {
    if (empty === 0) return
    const frame = body.current?.closest('[data-table-frame]')
    const draw = (block: number) => startTransition(() => setDrawn((before) => new Set([...before, block])))
    // Before the frame is drawn, measuring would lay out the page once more.
    let cancel = afterFrame(look)
    function look() {
      const next = body.current && nextRoom(body.current)
      if (next?.isInSight) draw(next.block)
      else if (next) cancel = whenIdle(() => draw(next.block))
    }
    function lookAgain() {
      cancel()
      cancel = afterFrame(look)
    }
    frame?.addEventListener('scroll', lookAgain)
    return () => {
      cancel()
      frame?.removeEventListener('scroll', lookAgain)
    }
  }, [empty])

  return (
    <tbody ref={body}>
      {blocks.flatMap((block) => {
        const part = rows.slice(block * BLOCK, (block + 1) * BLOCK)
        if (drawn.has(block)) return part.map((row, at) => renderRow(row, block * BLOCK + at))
        return (
          <tr key={`room ${block}`} data-room={block}>
            <td style={{ height: `calc(${part.length} * ${rowHeight})`, padding: 0 }} />
          </tr>
        )
      })}
    </tbody>
  )
}

/** The room to fill next: the first one in sight or below, else the first of all. */
function nextRoom(body: HTMLElement): { block: number; isInSight: boolean } | undefined {
  const rooms = [...body.querySelectorAll<HTMLElement>('[data-room]')]
  const frame = body.closest('[data-table-frame]')?.getBoundingClientRect()
  const { top, bottom } = frame ?? { top: 0, bottom: innerHeight }
  const next = rooms.find((room) => room.getBoundingClientRect().bottom > top) ?? rooms[0]
  if (!next) return undefined
  const place = next.getBoundingClientRect()
  return { block: Number(next.dataset.room), isInSight: place.bottom > top && place.top < bottom }
}
