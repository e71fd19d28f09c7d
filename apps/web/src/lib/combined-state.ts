import { isTerminal, type WireJobState } from '@millrace/contracts/job-states'

const BY_WEIGHT: readonly WireJobState[] = [
  'Processing',
  'Pending',
  'DataMissing',
  'ReadyForProcessing',
  'Created',
  'Error',
  'Canceled',
  'Completed',
]

/**
 * Returns the combined state of several jobs: the first in `BY_WEIGHT` among the unfinished jobs or, if all have
 * finished, among all.
 */
export function combinedState(states: readonly WireJobState[]): WireJobState {
  const unfinished = states.filter((state) => !isTerminal(state))
  const worst = BY_WEIGHT.find((state) => (unfinished.length > 0 ? unfinished : states).includes(state))
  return worst ?? states[0] ?? 'Undefined'
}
