import type { WireJobState } from '@millrace/contracts/job-states'

export const JOB_TABS = ['all', 'in-progress', 'needs-you', 'ready', 'completed', 'canceled'] as const
export type JobTab = (typeof JOB_TABS)[number]

const TABS = {
  all: { label: 'All', states: undefined },
  'in-progress': { label: 'In progress', states: ['Pending', 'Processing'] },
  'needs-you': { label: 'Needs you', states: ['Error', 'DataMissing', 'Created'] },
  ready: { label: 'Ready', states: ['ReadyForProcessing'] },
  completed: { label: 'Completed', states: ['Completed'] },
  canceled: { label: 'Canceled', states: ['Canceled'] },
} as const satisfies Record<JobTab, { label: string; states: readonly WireJobState[] | undefined }>

export function tabLabel(tab: JobTab): string {
  return TABS[tab].label
}

/** The states a tab stands for; undefined for all. */
export function tabStates(tab: JobTab): readonly WireJobState[] | undefined {
  return TABS[tab].states
}

/** How many jobs a tab holds, from the counts by state that came with the list. */
export function tabCount(tab: JobTab, counts: Partial<Record<WireJobState, number>>): number {
  const states = tabStates(tab) ?? (Object.keys(counts) as WireJobState[])
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}
