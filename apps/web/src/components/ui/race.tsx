import { clsx } from 'clsx'

interface RaceProps {
  /** 0..1; null or undefined while nobody knows: the whole channel flows. */
  value?: number | null | undefined
  /** Animated only while work runs. */
  flowing?: boolean
  tone?: 'accent' | 'success' | 'danger' | 'idle'
  size?: 'sm' | 'md'
  /** What is progressing, for people who do not see the bar. */
  label: string
  className?: string
}

const TONES = { accent: 'var(--accent)', success: 'var(--success)', danger: 'var(--danger)', idle: 'var(--idle)' }

/** The race: a channel that fills while work is done. */
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
