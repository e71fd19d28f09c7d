import { clsx } from 'clsx'

const TAIL = 8

/**
 * A file name cut in the middle when there is no room, so that the extension stays. The whole name is the tooltip, and
 * what readers hear.
 */
export function MiddleTruncate({ text, className }: { text: string; className?: string }) {
  const cut = text.length > TAIL + 6 ? text.length - TAIL : text.length
  if (cut === text.length) {
    return (
      <span className={clsx('min-w-0 truncate whitespace-pre', className)} title={text}>
        {text}
      </span>
    )
  }
  return (
    <span className={clsx('flex min-w-0', className)} title={text}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="truncate whitespace-pre">
        {text.slice(0, cut)}
      </span>
      <span aria-hidden="true" className="max-w-[60%] flex-none overflow-hidden whitespace-pre">
        {text.slice(cut)}
      </span>
    </span>
  )
}
