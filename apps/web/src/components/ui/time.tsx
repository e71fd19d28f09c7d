import { formatExact, formatWhen } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'

/** A time: relative if recent, with the exact time in the tooltip. */
export function Time({ at, className }: { at: string | Date; className?: string }) {
  const now = useNow(30_000)
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)} {...(className ? { className } : {})}>
      {formatWhen(at, now)}
    </time>
  )
}
