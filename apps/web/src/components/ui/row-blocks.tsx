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

/** Longer lists keep only the rows around the sight: with each row, keys and clicks take longer. */
const WHOLE_UP_TO = 100

const NONE: ReadonlySet<number> = new Set()

const NEVER = () => () => {}

/**
 * The body of a table, drawn in blocks of rows, so that no task is long: a block in sight with each frame, the others in
 * idle time, and the block that the cursor reaches at once. Until then, empty room keeps their place. Rows of a short list
 * stay, so that scrolling renders nothing, and the browser finds text in all of them.
 */
export function RowBlocks<T>({ rows, keyOf, cursor, rowHeight, renderRow }: RowBlocksProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const places = useMemo(() => new Map(rows.map((row, at) => [keyOf(row), Math.floor(at / BLOCK)])), [rows, keyOf])
  const [known, setKnown] = useState(places)
  const [drawn, setDrawn] = useState(NONE)
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, block) => block)
  const isWhole = blocks.every((block) => drawn.has(block))
  const isShort = rows.length <= WHOLE_UP_TO
  const current = useSyncExternalStore(cursor?.subscribe ?? NEVER, () => places.get(cursor?.get() ?? ''))

  if (known !== places) {
    setKnown(places)
    // Another page of the list begins anew.
    if (rows.every((row) => !known.has(keyOf(row)))) setDrawn(NONE)
  }
  if (current !== undefined && !drawn.has(current)) setDrawn(new Set([...drawn, current]))
  useEffect(() => {
    if (isWhole) return
    // Before the frame is drawn, measuring would lay out the page once more.
    let cancel = afterFrame(look)
    function look() {
      const sight = body.current && sightOf(body.current, rows.length)
      if (!sight) return
      const [first, last] = sight
      const screen = last - first + 1
      const isWithin = (block: number, screens: number) =>
        block >= first - screens * screen && block <= last + screens * screen
      const waiting = Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, block) => block).filter(
        (block) => !drawn.has(block) && (isShort || isWithin(block, 1)),
      )
      const next = waiting.find((block) => block >= first) ?? waiting.at(-1)
      if (next === undefined) return
      // The row of the cursor, or without one the first row, is the tab stop of the list.
      const isKept = (block: number) => isShort || block === (current ?? 0) || isWithin(block, 2)
      const draw = () => startTransition(() => setDrawn((before) => new Set([...[...before].filter(isKept), next])))
      if (isWithin(next, 0)) draw()
      else cancel = whenIdle(draw)
    }
    function lookAgain() {
      cancel()
      cancel = afterFrame(look)
    }
    // Tables without a frame of their own scroll with the page.
    document.addEventListener('scroll', lookAgain, true)
    return () => {
      cancel()
      document.removeEventListener('scroll', lookAgain, true)
    }
  }, [rows.length, drawn, current, isWhole, isShort])

  return (
    <tbody ref={body}>
      {blocks.flatMap((block) => {
        const part = rows.slice(block * BLOCK, (block + 1) * BLOCK)
        if (drawn.has(block)) return part.map((row, at) => renderRow(row, block * BLOCK + at))
        return (
          <tr key={`room ${block}`}>
            <td style={{ height: `calc(${part.length} * ${rowHeight})`, padding: 0 }} />
          </tr>
        )
      })}
    </tbody>
  )
}

/** The first and the last block in sight. */
function sightOf(body: HTMLElement, rows: number): [first: number, last: number] {
  const frame = body.closest('[data-table-frame]')?.getBoundingClientRect()
  const { top, height } = body.getBoundingClientRect()
  const blockAt = (y: number) => Math.floor((y - top) / ((height / rows) * BLOCK))
  return [Math.max(0, blockAt(frame?.top ?? 0)), blockAt(frame?.bottom ?? innerHeight)]
}
