import { clsx } from 'clsx'
import { splitName } from './split-name.ts'

/**
 * A file name cut in the middle when there is no room: the head is truncated, and the tail with the extension stays. Both
 * are drawn by the style sheet, so that the name is one text for readers, search and copying. Other names have an `end`
 * that stays.
 */
export function MiddleTruncate({ text, end, className }: { text: string; end?: string; className?: string }) {
  const [head, tail] = end ? [text.slice(0, -end.length), end] : splitName(text)
  return (
    <span dir="auto" title={text} data-head={head} data-tail={tail} className={clsx('middle-truncate', className)}>
      <span>{text}</span>
    </span>
  )
}
