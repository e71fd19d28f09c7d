import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { ThemedToken } from 'shiki/core'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import type { Language } from '#lib/languages.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { linesOf } from './lines-of.ts'
import * as texts from './texts.ts'
import { TOKEN_COLORS, useTokens } from './use-tokens.ts'

interface CodeLinesProps {
  text: string
  language: Language | undefined
  label: string
  wrap: boolean
  /** A line to begin with and to point out, from 1. */
  mark?: number | null
}

const LINE_HEIGHT = 20
/** Browsers lay out a longer line too slowly. */
const LINE_SHOWN = 20_000

/** Text with line numbers, colored when its language is known. Only the lines in sight are in the page. */
export function CodeLines({ text, language, label, wrap, mark = null }: CodeLinesProps) {
  const frame = useRef<HTMLElement>(null)
  const lines = useMemo(() => linesOf(text), [text])
  const tokens = useTokens(text, language)
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
  const digits = String(lines.length).length
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
              {index + 1}
            </span>
            <code
              className={clsx(
                TOKEN_COLORS,
                'pr-6',
                wrap ? 'min-w-0 whitespace-pre-wrap wrap-anywhere' : 'whitespace-pre',
              )}
            >
              <LineText text={lines[index] ?? ''} tokens={tokens?.[index]} />
            </code>
          </div>
        ))}
      </div>
    </ScrollArea>
  )
}

function LineText({ text, tokens = [] }: { text: string; tokens?: readonly ThemedToken[] | undefined }) {
  if (text.length > LINE_SHOWN) {
    return (
      <>
        {text.slice(0, LINE_SHOWN)}
        <i className="pl-2 text-ink-2">{fill(texts.moreCharacters, formatCount(text.length - LINE_SHOWN))}</i>
      </>
    )
  }
  if (tokens.length === 0) return text
  return tokens.map((token) => (
    <span key={token.offset} style={token.htmlStyle}>
      {token.content}
    </span>
  ))
}
