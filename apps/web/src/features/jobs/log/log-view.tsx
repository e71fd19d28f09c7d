import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, type UIEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useKeys } from '#lib/keys.ts'
import type { LogLine } from './job-log.queries.ts'
import { LogRow } from './log-row.tsx'
import * as texts from './texts.ts'

interface LogViewProps {
  total: number
  lineAt: (index: number) => LogLine | undefined
  /** Called with the lines in view, so that they can be loaded. */
  onShow: (first: number, last: number) => void
  /** Whether more lines may follow. If so, the view follows the end until the user scrolls up. */
  live: boolean
  /** Whether the view opens at the end even if no more lines follow. */
  fromEnd: boolean
  wrap: boolean
  wanted: string
  /** The line to scroll into view: a linked line or a match. */
  target: number | undefined
  /** The line that says why the job failed. */
  cause: number | undefined
}

/** Row height in pixels. The links on line numbers must be 24 px high to be large enough to hit (WCAG 2.2, 2.5.8). */
const ROW = 24
const NEAR_END = 24

/** Shows a log of any length. Only the lines in view are rendered. */
export function LogView({ total, lineAt, onShow, live, fromEnd, wrap, wanted, target, cause }: LogViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  const [focused, setFocused] = useState<number>()
  const [follow, setFollow] = useState((live || fromEnd) && target === undefined)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are called in this render only
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 20,
    onChange: (instance) => {
      const { startIndex = 0, endIndex = 0 } = instance.range ?? {}
      onShow(startIndex, endIndex)
    },
  })
  const { scrollToIndex } = virtual

  useEffect(() => {
    if (follow && total > 0) scrollToIndex(total - 1, { align: 'end' })
  }, [follow, total, scrollToIndex])
  useEffect(() => {
    if (target !== undefined) scrollToIndex(target, { align: 'center' })
  }, [target, scrollToIndex])
  useKeys({ end: () => setFollow(true) })

  /**
   * Follows the log once its end is reached, and stops only if the user scrolls up, because lines may arrive between
   * scrolling to the end and the scroll event.
   */
  function onScroll({ currentTarget: element }: UIEvent) {
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END
    const isUp = element.scrollTop < lastTop.current
    lastTop.current = element.scrollTop
    if (atEnd || isUp) setFollow(atEnd)
  }

  const items = virtual.getVirtualItems()
  /** The rendered line that is the tab stop. */
  const stop = [focused, target].find((line) => items.some(({ index }) => index === line)) ?? virtual.range?.startIndex

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const line = lineOf(event.target as Element)
    if (by === 0 || line === undefined) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>(`[data-index="${line + by}"] a`)?.focus()
  }

  return (
    <div className="relative min-h-0 flex-1 phone:h-[60dvh] phone:flex-none short:h-64! short:flex-none!">
      <div
        ref={frame}
        role="log"
        aria-live="off"
        aria-label={texts.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable by keys
        tabIndex={0}
        onScroll={onScroll}
        onFocus={({ target: element }) => setFocused((before) => lineOf(element) ?? before)}
        onKeyDown={onKeyDown}
        className="scroll-thin h-full overflow-auto bg-sunken py-2 font-mono text-xs/6 -outline-offset-2"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => (
            <div
              key={key}
              data-index={index}
              ref={wrap ? virtual.measureElement : undefined}
              className={clsx('absolute top-0 left-0', wrap ? 'w-full' : 'min-w-full')}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LogRow
                index={index}
                line={lineAt(index)}
                before={index > 0 ? lineAt(index - 1) : undefined}
                wrap={wrap}
                wanted={wanted}
                isTarget={index === target}
                isCause={index === cause}
                isStop={index === stop}
              />
            </div>
          ))}
        </div>
      </div>
      {live && !follow ? (
        <Button
          size="sm"
          className="absolute! right-6 bottom-3 shadow-pop"
          icon={<ArrowDown />}
          onClick={() => setFollow(true)}
        >
          {texts.newLines}
        </Button>
      ) : null}
    </div>
  )
}

function lineOf(element: Element): number | undefined {
  const index = element.closest('[data-index]')?.getAttribute('data-index')
  return index == null ? undefined : Number(index)
}
