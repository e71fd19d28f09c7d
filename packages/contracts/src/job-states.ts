/**
 * The states of a job. `JOB_MOVES` below defines the legal transitions. The database trigger that rejects other
 * transitions is derived from it.
 */
export const JOB_STATES = [
  'Created',
  'ReadyForProcessing',
  'Pending',
  'Processing',
  'Completed',
  'Error',
  'Canceled',
  'DataMissing',
] as const

/** A job state as stored. `Undefined` exists only in the API. */
export type JobState = (typeof JOB_STATES)[number]
export type WireJobState = JobState | 'Undefined'

/** The states that may follow each state. Terminal states have no successors. */
export const JOB_MOVES = {
  Created: ['ReadyForProcessing', 'Canceled', 'DataMissing', 'Error'],
  ReadyForProcessing: ['Created', 'Pending', 'Canceled', 'DataMissing', 'Error'],
  Pending: ['Processing', 'Error', 'Canceled', 'DataMissing'],
  Processing: ['Pending', 'Completed', 'Error', 'Canceled', 'DataMissing'],
  DataMissing: ['Created', 'ReadyForProcessing', 'Canceled', 'Error'],
  Completed: [],
  Error: [],
  Canceled: [],
} as const satisfies Record<JobState, readonly JobState[]>

export const TERMINAL_STATES = ['Completed', 'Error', 'Canceled'] as const satisfies readonly JobState[]
export const IN_PROGRESS_STATES = ['Pending', 'Processing'] as const satisfies readonly JobState[]

/** Whether a job in this state never changes its state again. */
export function isTerminal(state: WireJobState): boolean {
  return (TERMINAL_STATES as readonly string[]).includes(state)
}

/** Whether a job in this state waits for a worker or is running. */
export function isInProgress(state: WireJobState): boolean {
  return (IN_PROGRESS_STATES as readonly string[]).includes(state)
}
