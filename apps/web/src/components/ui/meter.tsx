import { clsx } from 'clsx'

export interface MeterPart {
  value: number
  color?: string
}

/** How much of something is used; several parts lie side by side. */
export function Meter({
  label,
  parts,
  max,
  className,
}: {
  label: string
  parts: readonly MeterPart[]
  max: number
  className?: string
}) {
  const used = parts.reduce((sum, part) => sum + part.value, 0)
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(used, max)}
      className={clsx('flex h-1 gap-px overflow-hidden rounded-full bg-line', className)}
    >
      {parts.map((part, at) => (
        <i
          key={at}
          className="block h-full min-w-px"
          style={{ width: `${max > 0 ? (part.value / max) * 100 : 0}%`, background: part.color ?? 'var(--accent)' }}
        />
      ))}
    </div>
  )
}
