import { clsx } from 'clsx'

/** A part of the used amount, in the unit of the limit. */
export interface MeterPart {
  name: string
  value: number
  color?: string
}

/** A bar that shows how much of a limit is used. Decorative, because the numbers are beside it. */
export function Meter({ parts, max, className }: { parts: readonly MeterPart[]; max: number; className?: string }) {
  return (
    <div aria-hidden="true" className={clsx('meter flex h-1 gap-px overflow-hidden rounded-full bg-line', className)}>
      {parts.map(({ name, value, color = 'var(--accent)' }) => (
        <i
          key={name}
          className="meter-fill block h-full"
          style={{
            width: `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%`,
            minWidth: value > 0 ? 2 : 0,
            background: color,
          }}
        />
      ))}
    </div>
  )
}
