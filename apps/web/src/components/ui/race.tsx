import { clsx } from 'clsx'

interface RaceProps {
  /** From 0 to 1. Null or undefined if unknown: the whole bar is animated then. */
  value?: number | null | undefined
  /** Whether the bar is animated. Only while work is running. */
  flowing?: boolean
  tone?: 'accent' | 'success' | 'danger' | 'idle'
  size?: 'sm' | 'md'
  /** The accessible name: what is in progress. */
  label: string
  className?: string
}

const TONES = { accent: 'var(--accent)', success: 'var(--success)', danger: 'var(--danger)', idle: 'var(--idle)' }

/** The progress bar of running work (“race” in the glossary). */
export function Race({ value, flowing = true, tone = 'accent', size = 'sm', label, className }: RaceProps) {
  const known = typeof value === 'number'
  const percent = known ? Math.round(Math.min(1, Math.max(0, value)) * 100) : undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-flowing={flowing || undefined}
      className={clsx('race', size === 'md' && 'h-1.5! rounded-[3px]!', className)}
      style={{ '--race': TONES[tone] } as React.CSSProperties}
    >
      <i style={{ width: known ? `${percent}%` : '100%' }} />
    </div>
  )
}
