import { clsx } from 'clsx'
import { ClockAlert } from 'lucide-react'
import { capitalized } from '#lib/capitalized.ts'
import { expiryOf } from '#lib/expiry.ts'
import { formatExact } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'

const TONES = {
  none: 'text-ink-3',
  later: 'text-ink-2',
  soon: 'font-medium text-warning',
  over: 'text-ink-3',
} as const

interface ExpiryProps {
  expiresAt: string | null
  /** A word before a time in the future, such as "Expires". */
  lead?: string
  /** The number of days before expiry from which the text is highlighted. */
  soonDays?: number
}

/** Shows when something expires, highlighted shortly before. */
export function Expiry({ expiresAt, lead, soonDays }: ExpiryProps) {
  const { words, urgency } = expiryOf(expiresAt, useNow(60_000), soonDays)
  return (
    <span
      className={clsx('flex items-center gap-1.5', TONES[urgency])}
      title={expiresAt ? formatExact(expiresAt) : undefined}
    >
      {urgency === 'soon' ? <ClockAlert className="icon-sm" /> : null}
      {sentence(lead, words, urgency === 'over')}
    </span>
  )
}

function sentence(lead: string | undefined, words: string, isOver: boolean): string {
  return lead && !isOver ? `${lead} ${words}` : capitalized(words)
}
