import { clsx } from 'clsx'
import { ClockAlert } from 'lucide-react'
import { formatExact } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { expiryOf } from './expiry.ts'

const TONES = {
  none: 'text-ink-3',
  later: 'text-ink-2',
  soon: 'font-medium text-warning',
  over: 'text-ink-3',
} as const

/** When a key ends; it stands out in the last week. */
export function KeyExpiry({ expiresAt }: { expiresAt: string | null }) {
  const { words, urgency } = expiryOf(expiresAt, useNow(60_000))
  return (
    <span
      className={clsx('flex items-center gap-1.5', TONES[urgency])}
      title={expiresAt ? formatExact(expiresAt) : undefined}
    >
      {urgency === 'soon' ? <ClockAlert className="icon-sm" aria-hidden="true" /> : null}
      {words}
    </span>
  )
}
