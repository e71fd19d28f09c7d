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
import { FailedIcon } from './failed-icon.tsx'
import { Spinner } from './spinner.tsx'

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

interface StateIconProps {
  state: WireJobState
  className?: string
  label?: string
  /** The wheel doesn’t turn, because the state is not the current one. */
  still?: boolean
}

/** The icon of a job state in its color. The word is shown beside the icon, or passed as `label` for screen readers. */
export function StateIcon({ state, className, label, still = false }: StateIconProps) {
  const Icon = state === 'Processing' || state === 'Error' ? undefined : ICONS[state]
  return (
    <span className={clsx('flex flex-none', STATE_TEXT_COLORS[state], className)} data-state={state}>
      {state === 'Processing' ? <Spinner turning={!still} /> : null}
      {state === 'Error' ? <FailedIcon /> : null}
      {Icon ? <Icon aria-hidden="true" /> : null}
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
