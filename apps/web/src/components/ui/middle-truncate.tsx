import { clsx } from 'clsx'

/** How much of the stem stays before the extension. */
const STEM_END = 3
const LONGEST_TAIL = 14

/** A file name cut in the middle when there is no room, so that the extension stays. The whole name is the tooltip. */
export function MiddleTruncate({ text, className }: { text: string; className?: string }) {
  const cut = cutOf(text)
  return (
    <span className={clsx('flex min-w-0', className)} title={text}>
      <span className="truncate whitespace-pre">{text.slice(0, cut)}</span>
      {cut < text.length ? <span className="flex-none whitespace-pre">{text.slice(cut)}</span> : null}
    </span>
  )
}

/** Where the part begins that never goes: `koeln_2019-2024.csv` → before `024.csv`. */
function cutOf(text: string): number {
  const dot = text.lastIndexOf('.')
  const tail = dot > 0 ? text.length - dot + STEM_END : STEM_END
  return tail > LONGEST_TAIL || tail >= text.length ? text.length : text.length - tail
}
