import { clsx } from 'clsx'
import { splitName } from './split-name.ts'

interface MiddleTruncateProps {
  text: string
  /** What is drawn of another name than that of a file: a head that may be cut, and a tail that stays. */
  ends?: readonly [head: string, tail: string]
  className?: string
}

/**
 * A file name cut in the middle when there is no room: the head is truncated, and the tail with the extension stays. Both
 * are drawn by the style sheet, so that the name is one text for readers, search and copying.
 */
export function MiddleTruncate({ text, ends = splitName(text), className }: MiddleTruncateProps) {
  const [head, tail] = ends
  return (
    <span dir="auto" title={text} data-head={head} data-tail={tail} className={clsx('middle-truncate', className)}>
      <span>{text}</span>
    </span>
  )
}
