import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface SlotProps {
  label: string
  /** The name of the file, or what the slot is waiting for. */
  name: ReactNode
  icon: ReactNode
  /** Shown at the right edge: size, count, "writing". */
  facts?: ReactNode
  state?: 'filled' | 'empty' | 'waiting' | 'writing' | 'missing'
  tools?: ReactNode
  className?: string
}

/** An input or output slot of a job. */
export function Slot({ label, name, icon, facts, state = 'filled', tools, className }: SlotProps) {
  return (
    <div
      data-slot={state}
      className={clsx(
        'relative flex min-h-[52px] items-center gap-2.5 rounded-lg border bg-surface px-3 py-1.5',
        state === 'filled' && 'border-line-strong',
        state === 'writing' && 'border-accent',
        state === 'missing' && 'border-warning bg-warning-soft',
        state === 'empty' && 'border-dashed border-control',
        state === 'waiting' && 'border-dashed border-line-strong text-ink-2',
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1">
        <div className="truncate text-xs text-ink-2">{label}</div>
        <div dir="auto" className="truncate text-left leading-[18px] font-medium">
          {name}
        </div>
      </div>
      {facts ? <div className="max-w-1/2 flex-none truncate text-right text-xs text-ink-3">{facts}</div> : null}
      {tools}
    </div>
  )
}
