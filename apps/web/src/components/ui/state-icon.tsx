import type { WireJobState } from '@millrace/contracts/job-states'
import { clsx } from 'clsx'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePlay,
  CircleQuestionMark,
  Clock,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { Wheel } from './wheel.tsx'

const ICONS: Record<Exclude<WireJobState, 'Processing' | 'Error'>, LucideIcon> = {
  Undefined: CircleQuestionMark,
  Created: CircleDashed,
  ReadyForProcessing: CirclePlay,
  Pending: Clock,
  Completed: CircleCheck,
  Canceled: Ban,
  DataMissing: TriangleAlert,
}

export const STATE_TEXT_COLORS = {
  Undefined: 'text-idle',
  Created: 'text-idle',
  ReadyForProcessing: 'text-info',
  Pending: 'text-violet',
  Processing: 'text-accent',
  Completed: 'text-success',
  Error: 'text-danger',
  Canceled: 'text-idle',
  DataMissing: 'text-warning',
} as const satisfies Record<WireJobState, string>

/** The only filled icon of the house, so that failures stand out in a column. */
export function FailedIcon({ className = 'size-4' }: { className?: string }) {
  return (
    <svg className={clsx('flex-none', className)} viewBox="0 0 24 24" aria-hidden="true" strokeLinecap="round">
      <path fill="currentColor" d="M7.6 1.8h8.8l5.8 5.8v8.8l-5.8 5.8H7.6l-5.8-5.8V7.6z" />
      <path d="m9 9 6 6m0-6-6 6" className="stroke-surface" strokeWidth={2.4} />
    </svg>
  )
}

interface StateIconProps {
  state: WireJobState
  className?: string
  label?: string
  /** For a state that was, or that could be: the wheel stands still. */
  still?: boolean
}

/** Shape and color of a job state; the word stands beside it or in `label`. */
export function StateIcon({ state, className, label, still = false }: StateIconProps) {
  const Icon = state === 'Processing' || state === 'Error' ? undefined : ICONS[state]
  return (
    <span className={clsx('flex flex-none', STATE_TEXT_COLORS[state], className)} data-state={state}>
      {state === 'Processing' ? <Wheel turning={!still} /> : null}
      {state === 'Error' ? <FailedIcon /> : null}
      {Icon ? <Icon aria-hidden="true" /> : null}
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
