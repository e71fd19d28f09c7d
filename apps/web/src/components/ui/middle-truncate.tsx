import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { breakable } from './breakable.ts'
import { splitName } from './split-name.ts'

interface MiddleTruncateProps {
  text: string
  /** For names of other things than files: a head that may be cut, and a tail that stays. */
  ends?: readonly [head: string, tail: string]
  className?: string
}

/**
 * A file name cut in the middle when there is no room: `koeln_20…clean.parquet`. The browser breaks the head at a soft
 * hyphen, draws the ellipsis and the tail in place of a hyphen, and only the first line is shown. That is drawn by the
 * style sheet, so that the name is one text for readers, search and copying.
 */
export function MiddleTruncate({ text, ends = splitName(text), className }: MiddleTruncateProps) {
  const [head, tail] = ends
  const isRightToLeft = RIGHT_TO_LEFT.test(head)
  const isCutAtEnd = tail === '' || isRightToLeft
  return (
    <span
      dir="auto"
      title={text}
      data-drawn={isCutAtEnd ? undefined : breakable(head, tail)}
      style={
        isCutAtEnd
          ? undefined
          : ({ '--tail': ellipsis(tail), '--extension': ellipsis(extensionOf(ends)) } as CSSProperties)
      }
      className={clsx('middle-truncate', className)}
    >
      <span>{isRightToLeft ? <Isolated text={text} /> : text}</span>
    </span>
  )
}

function ellipsis(tail: string): string {
  return `"…${tail.replace(/["\\]/g, '\\$&')}"`
}

/**
 * The part of a name kept in a narrow column: its extension, `csv` or `workflow.json`. The ellipsis replaces the dot, as it
 * does other separators.
 */
function extensionOf([head, tail]: readonly [head: string, tail: string]): string {
  return head.endsWith('.') ? tail : tail.slice(tail.lastIndexOf('.') + 1)
}

/** A name in a right-to-left script whose end is Latin: `297.csv` must not be drawn as `csv.297`. */
function Isolated({ text }: { text: string }) {
  const start = text.search(LATIN_END)
  if (start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <bdi dir="ltr">{text.slice(start)}</bdi>
    </>
  )
}

/** From the first letter or digit after the last right-to-left one. */
const LATIN_END = /[^\s_.\-\u0590-\u08ff][^\u0590-\u08ff]*$/

/** Browsers draw hyphens in the direction of the head, so a Latin tail would be reversed. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
