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

/** Rows per block: as many as a slow phone can render and lay out in one frame. */
const BLOCK = 1

/** Maximum number of blocks drawn per frame, on a fast machine. */
const MOST_BLOCKS = 3

/** Minimum interval between frames that counts as late: at 60 Hz, at least one frame was missed. */
const LATE_MS = 25

/**
 * Longest list that keeps all rows mounted. In longer lists, only rows near the view stay mounted, because every row
 * slows down keys and clicks.
 */
const WHOLE_UP_TO = 100

const NONE: ReadonlySet<number> = new Set()

const NEVER = () => () => {}

/**
 * The body of a table, drawn in blocks of rows so that no task is long: the visible blocks, a few per frame, then the
 * others in idle time (in a long list, only those near the view). The block that the cursor reaches is drawn
 * immediately. Empty space takes the place of missing blocks. In a short list, all drawn rows stay, so that scrolling
 * renders nothing and the browser’s search finds text in all rows.
 */
export function RowBlocks<T>({ rows, keyOf, cursor, rowHeight, renderRow }: RowBlocksProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const places = useMemo(() => new Map(rows.map((row, at) => [keyOf(row), Math.floor(at / BLOCK)])), [rows, keyOf])
  const [known, setKnown] = useState(places)
  const [drawn, setDrawn] = useState(NONE)
  const blocks = Math.ceil(rows.length / BLOCK)
  const isWhole = Array.from({ length: blocks }).every((_, block) => drawn.has(block))
  const isShort = rows.length <= WHOLE_UP_TO
  const pace = useRef({ blocks: 1, looked: 0 })
  const current = useSyncExternalStore(cursor?.subscribe ?? NEVER, () => places.get(cursor?.get() ?? ''))

  if (known !== places) {
    setKnown(places)
    // A drawn row stays when rows are inserted before it. A different page of the list starts over.
    setDrawn(new Set([...known].flatMap(([key, block]) => (drawn.has(block) ? (places.get(key) ?? []) : []))))
  }
  if (current !== undefined && !drawn.has(current)) setDrawn((before) => new Set([...before, current]))
  useEffect(() => {
    if (isWhole) return
    // Measuring before the frame is drawn would force another layout of the page.
    let cancel = afterFrame(look)
    function look() {
      const sight = body.current && visibleBlocks(body.current, rows.length)
      if (!sight) return
      const [first, last] = sight
      const screen = last - first + 1
      const isWithin = (block: number, screens: number) =>
        block >= first - screens * screen && block <= last + screens * screen
      // The row of the cursor is the tab stop of the list. Without a cursor, the first row is.
      const isStop = (block: number) => block === (current ?? 0)
      const waiting = Array.from({ length: blocks }, (_, block) => block).filter(
        (block) => !drawn.has(block) && (isShort || isStop(block) || isWithin(block, 0.5)),
      )
      const isKept = (block: number) => isShort || isStop(block) || isWithin(block, 0.5)
      const draw = (next: readonly number[]) =>
        startTransition(() => setDrawn((before) => new Set([...[...before].filter(isKept), ...next])))
      const seen = waiting.filter((block) => isWithin(block, 0)).slice(0, blocksNow(pace.current))
      const next = waiting.find((block) => block >= first) ?? waiting.at(-1)
      if (seen.length > 0) draw(seen)
      else if (next !== undefined) cancel = whenIdle(() => draw([next]))
    }
    function lookAgain() {
      cancel()
      cancel = afterFrame(look)
    }
    // Captured on the document, because a table without a scrolling frame scrolls with the page.
    document.addEventListener('scroll', lookAgain, true)
    return () => {
      cancel()
      document.removeEventListener('scroll', lookAgain, true)
    }
  }, [rows.length, blocks, drawn, current, isWhole, isShort])

  return (
    <tbody ref={body}>
      {stretchesOf(blocks, drawn).flatMap(([from, to]) => {
        const [first, last] = [from * BLOCK, Math.min(to * BLOCK, rows.length)]
        if (drawn.has(from)) return rows.slice(first, last).map((row, at) => renderRow(row, first + at))
        return (
          <tr key={`room ${from}`}>
            <td style={{ height: `calc(${last - first} * ${rowHeight})`, padding: 0 }} />
          </tr>
        )
      })}
    </tbody>
  )
}

function blocksNow(pace: { blocks: number; looked: number }): number {
  const now = performance.now()
  pace.blocks = now - pace.looked > LATE_MS ? 1 : Math.min(pace.blocks + 1, MOST_BLOCKS)
  pace.looked = now
  return pace.blocks
}

/**
 * Splits the blocks into ranges [from, to): one for each drawn block, and one for each run of missing blocks, so that
 * fewer rows are laid out.
 */
function stretchesOf(blocks: number, drawn: ReadonlySet<number>): [from: number, to: number][] {
  const stretches: [number, number][] = []
  for (let block = 0; block < blocks; block += 1) {
    const last = stretches.at(-1)
    if (last && !drawn.has(block) && !drawn.has(last[0])) last[1] = block + 1
    else stretches.push([block, block + 1])
  }
  return stretches
}

function visibleBlocks(body: HTMLElement, rows: number): [first: number, last: number] {
  const frame = body.closest('[data-table-frame]')?.getBoundingClientRect()
  const { top, height } = body.getBoundingClientRect()
  const blockAt = (y: number) => Math.floor((y - top) / ((height / rows) * BLOCK))
  return [Math.max(0, blockAt(frame?.top ?? 0)), blockAt(frame?.bottom ?? innerHeight)]
}
