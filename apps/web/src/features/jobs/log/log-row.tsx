import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { fill } from '#lib/fill.ts'
import type { LogLine } from './job-log.queries.ts'
import { clockOf, hashOfLine, partsOf } from './log-lines.ts'
import * as texts from './texts.ts'

interface LogRowProps {
  index: number
  line: LogLine | undefined
  /** The preceding line, to detect where an attempt starts. */
  before: LogLine | undefined
  wrap: boolean
  wanted: string
  isTarget: boolean
  isCause: boolean
  /** Whether the link of the line is the tab stop of the log. */
  isStop: boolean
}

/**
 * One line of the log: its number (a link to the line), time, a mark for the error stream, and text. While a line is
 * loading, only its number is shown.
 */
export function LogRow({ index, line, before, wrap, wanted, isTarget, isCause, isStop }: LogRowProps) {
  const isError = line?.Stream === 'err'
  const tone = isCause ? 'text-danger' : 'text-warning'
  const isNewAttempt = line !== undefined && before !== undefined && line.Attempt !== before.Attempt
  return (
    <div
      className={clsx(
        'flex pr-6',
        wrap ? 'whitespace-pre-wrap' : 'whitespace-pre',
        isError && (isCause ? 'bg-danger-soft' : 'bg-warning-soft'),
        isTarget && 'bg-selected',
        isNewAttempt && 'border-t border-line-strong',
      )}
    >
      <Link
        to="."
        hash={hashOfLine(index)}
        search
        replace
        resetScroll={false}
        tabIndex={isStop ? 0 : -1}
        className={clsx('w-16 flex-none pr-3.5 text-right hover:text-accent', isError ? 'text-ink-2' : 'text-ink-3')}
      >
        {index + 1}
      </Link>
      {line ? (
        <>
          <time
            className={clsx('flex-none pr-1 phone:hidden', isError ? 'text-ink-2' : 'text-ink-3')}
            dateTime={line.At}
          >
            {clockOf(line.At)}
          </time>
          <span
            className={clsx('w-5 flex-none text-center', isError ? tone : 'text-transparent')}
            aria-hidden={!isError}
          >
            {isError ? '!' : ' '}
          </span>
          {isNewAttempt ? (
            <span className="flex-none pr-2 text-accent">{fill(texts.attempt, line.Attempt)}</span>
          ) : null}
          <span
            dir="auto"
            className={clsx('text-left', wrap ? 'min-w-0 wrap-anywhere' : 'flex-none', isError ? tone : 'text-ink')}
          >
            <Found text={line.Text} wanted={wanted} />
          </span>
        </>
      ) : (
        <span className="text-ink-3">…</span>
      )}
    </div>
  )
}

function Found({ text, wanted }: { text: string; wanted: string }) {
  let at = 0
  return partsOf(text, wanted).map((part) => {
    at += part.text.length
    return part.found ? (
      <mark key={at} className="bg-accent-soft text-accent">
        {part.text}
      </mark>
    ) : (
      part.text
    )
  })
}
