import type { WireJobState } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { clsx } from 'clsx'
import { STATE_TEXT_COLORS, StateIcon } from './state-icon.tsx'

const GROUNDS = {
  Undefined: 'bg-idle-soft',
  Created: 'bg-idle-soft',
  ReadyForProcessing: 'bg-info-soft',
  Pending: 'bg-violet-soft',
  Processing: 'bg-accent-soft',
  Completed: 'bg-success-soft',
  Error: 'bg-danger-soft',
  Canceled: 'bg-idle-soft',
  DataMissing: 'bg-warning-soft',
} as const satisfies Record<WireJobState, string>

interface StateBadgeProps {
  state: WireJobState
  /** With a background, for page heads. Tables show only icon and word. */
  big?: boolean
  /** In a table column, which shows only the icon if the table is narrow. */
  inColumn?: boolean
  className?: string
}

/** A job state as icon and word. `data-state` has the state’s name in the API. */
export function StateBadge({ state, big = false, inColumn = false, className }: StateBadgeProps) {
  return (
    <span
      data-state={state}
      {...(big ? { role: 'status' } : {})}
      className={clsx(
        'inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap',
        STATE_TEXT_COLORS[state],
        big && ['h-6 rounded-md pr-[9px] pl-[7px]', GROUNDS[state]],
        className,
      )}
    >
      <StateIcon state={state} />
      <span className={clsx(inColumn && '@max-5xl/table:sr-only')}>{STATE_LABELS[state]}</span>
    </span>
  )
}
