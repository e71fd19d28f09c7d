import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Language } from '#lib/languages.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { LineText } from './line-text.tsx'
import { linesOf } from './lines-of.ts'
import { type Hit, hitsByLine } from './text-hits.ts'
import { TOKEN_COLORS, useTokens } from './use-tokens.ts'

interface CodeLinesProps {
  text: string
  language: Language | undefined
  label: string
  wrap: boolean
  /** The line to scroll to and highlight, 1-based. */
  mark?: number | null
  /** The matches of a search. The current one is scrolled into view. */
  hits?: readonly Hit[]
  hit?: Hit | undefined
  /** The number of the first line. */
  first?: number
}

const LINE_HEIGHT = 20
const NO_HITS: readonly Hit[] = []

/** Text with line numbers, and syntax highlighting if the language is known. Only the lines in view are rendered. */
export function CodeLines(props: CodeLinesProps) {
  const { text, language, label, wrap, mark = null, first = 1, hits = NO_HITS, hit } = props
  const frame = useRef<HTMLElement>(null)
  const lines = useMemo(() => linesOf(text), [text])
  const tokens = useTokens(text, language)
  const marked = useMemo(() => hitsByLine(hits), [hits])
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are called in this render only
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  const jump = useEffectEvent(() => {
    if (mark !== null) virtual.scrollToIndex(mark - 1, { align: 'center' })
  })
  useEffect(() => jump(), [])
  const scrollToLine = useEffectEvent((line: number) => virtual.scrollToIndex(line))
  useEffect(() => {
    if (hit) scrollToLine(hit.line)
  }, [hit])
  // Scrolls to each hit only once, because it stays the current one when it is scrolled out of view and back.
  const revealed = useRef<Hit>(undefined)
  const reveal = useCallback(
    (element: HTMLElement) => {
      if (revealed.current === hit) return
      revealed.current = hit
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    [hit],
  )
  const digits = String(first + lines.length).length
  return (
    <ScrollArea ref={frame} label={label} className="bg-surface py-2 dark:bg-sunken">
      <div className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            className={clsx(
              'absolute top-0 left-0 flex w-full font-mono text-xs leading-5',
              index + 1 === mark && 'bg-warning-soft',
            )}
            style={{ transform: `translateY(${start}px)` }}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'sticky left-0 flex-none pr-4 pl-4 text-right select-none',
                index + 1 === mark ? 'bg-warning-soft text-ink-2' : 'bg-surface text-ink-3 dark:bg-sunken',
              )}
              style={{ minWidth: `${digits + 5}ch` }}
            >
              {first + index}
            </span>
            <code
              className={clsx(
                TOKEN_COLORS,
                'pr-6',
                wrap ? 'min-w-0 whitespace-pre-wrap wrap-anywhere' : 'whitespace-pre',
              )}
            >
              <LineText
                text={lines[index] ?? ''}
                tokens={tokens?.[index]}
                hits={marked.get(index)}
                current={hit}
                onCurrent={reveal}
              />
            </code>
          </div>
        ))}
      </div>
    </ScrollArea>
  )
}
