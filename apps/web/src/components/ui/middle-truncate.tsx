import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { breakable } from './breakable.ts'
import { splitName } from './split-name.ts'

interface MiddleTruncateProps {
  text: string
  /** The head that may be cut and the tail that stays, for names other than file names. */
  ends?: readonly [head: string, tail: string]
  className?: string
}

/**
 * A file name that is cut in the middle if there is no room: `koeln_20…clean.parquet`. The head breaks at a soft
 * hyphen, where the browser draws the ellipsis and the tail instead of a hyphen. Only the first line is visible. The
 * style sheet draws the shortened name, so that screen readers, search and copying get the whole name.
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

/** Returns what a narrow column keeps of a name: `csv` or `workflow.json`. The ellipsis replaces the dot. */
function extensionOf([head, tail]: readonly [head: string, tail: string]): string {
  return head.endsWith('.') ? tail : tail.slice(tail.lastIndexOf('.') + 1)
}

/** A name in a right-to-left script. A Latin end is isolated, so that `297.csv` is not drawn as `csv.297`. */
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

/** Matches the part of a name that starts at the first letter or digit after the last right-to-left character. */
const LATIN_END = /[^\s_.\-\u0590-\u08ff][^\u0590-\u08ff]*$/

/**
 * Matches characters of right-to-left scripts. A head with any of them is cut at its end, because a hyphen in its
 * direction would reverse a Latin tail.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
