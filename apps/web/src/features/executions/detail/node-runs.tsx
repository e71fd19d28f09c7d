import type { RunStates } from '@millrace/contracts/executions'
import { clsx } from 'clsx'
import { formatCount } from '#lib/format.ts'
import * as texts from './texts.ts'

const DOTTED = 'border border-dotted border-ink-3'

/** States in display order. */
const PARTS = [
  ['Completed', texts.completed, 'meter-fill bg-success'],
  ['Failed', texts.failedRuns, 'meter-fill bg-danger'],
  ['DataMissing', texts.missingData, 'meter-fill bg-warning'],
  ['Canceled', texts.canceled, 'hatched'],
  ['Processing', texts.running, 'meter-fill bg-accent'],
  ['Pending', texts.queued, DOTTED],
  ['Waiting', texts.waiting, DOTTED],
] as const satisfies readonly (readonly [keyof RunStates, string, string])[]

/** Maximum number of squares. More would be too small to count. */
const SQUARES_MAX = 24

/** Shows how many runs of a node are in each state: one square per run or, if there are many, a single bar. */
export function NodeRuns({ states }: { states: RunStates }) {
  const parts = PARTS.flatMap(([state, label, look]) => {
    const count = states[state]
    return count > 0 ? [{ state, label, look, count }] : []
  })
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  if (total < 2) return null
  return (
    <div className="grid gap-2">
      {total > SQUARES_MAX ? (
        <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-sm">
          {parts.map(({ state, look, count }) => (
            <span key={state} className={clsx('min-w-1', look)} style={{ flexGrow: count }} />
          ))}
        </div>
      ) : (
        <div aria-hidden="true" className="flex flex-wrap gap-1">
          {parts.flatMap(({ state, look, count }) =>
            Array.from({ length: count }, (_, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: squares have no identity except their position
              <span key={`${state} ${nth}`} className={clsx('size-4.5 rounded-sm', look)} />
            )),
          )}
        </div>
      )}
      <p className="text-ink-2">{parts.map(({ label, count }) => `${formatCount(count)} ${label}`).join(', ')}</p>
    </div>
  )
}
