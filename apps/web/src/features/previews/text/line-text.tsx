import { clsx } from 'clsx'
import { Fragment, useEffect, useRef } from 'react'
import type { ThemedToken } from 'shiki/core'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { LINE_SHOWN } from './lines-of.ts'
import { type Hit, piecesOf } from './text-hits.ts'
import * as texts from './texts.ts'

interface LineTextProps {
  text: string
  tokens?: readonly ThemedToken[] | undefined
  hits?: readonly Hit[] | undefined
  /** The current hit, which may be in another line. */
  current?: Hit | undefined
  /** Called when the current hit is rendered. */
  onCurrent: (mark: HTMLElement) => void
}

/** One line of text with colored tokens and highlighted matches. */
export function LineText({ text, tokens = [], hits = [], current, onCurrent }: LineTextProps) {
  const shown = text.slice(0, LINE_SHOWN)
  const colored =
    tokens.length > 0 && shown === text
      ? tokens.map((token) => ({ text: token.content, style: token.htmlStyle }))
      : [{ text: shown, style: undefined }]
  return (
    <>
      {piecesOf(colored, hits).map(({ text: part, at, style, hit }) =>
        hit ? (
          <Mark key={at} isCurrent={hit === current} onCurrent={onCurrent}>
            {part}
          </Mark>
        ) : (
          <Fragment key={at}>{style ? <span style={style}>{part}</span> : part}</Fragment>
        ),
      )}
      {shown === text ? null : (
        <i className="pl-2 text-ink-2">{fill(texts.moreCharacters, formatCount(text.length - LINE_SHOWN))}</i>
      )}
    </>
  )
}

interface MarkProps {
  isCurrent: boolean
  onCurrent?: (mark: HTMLElement) => void
  children: string
}

export function Mark({ isCurrent, onCurrent, children }: MarkProps) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent && mark.current) onCurrent?.(mark.current)
  }, [isCurrent, onCurrent])
  return (
    <mark
      ref={mark}
      aria-current={isCurrent || undefined}
      className={clsx(
        'scroll-mx-24 scroll-my-10 rounded-xs text-ink outline',
        isCurrent ? 'bg-accent-soft outline-2 outline-accent' : 'bg-warning-soft outline-warning',
      )}
    >
      {children}
    </mark>
  )
}
