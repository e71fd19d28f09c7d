import type { WireJobState } from '@millrace/contracts/job-states'
import type { JobQueryResultProperties } from '@millrace/contracts/jobs'

export const JOB_TABS = ['all', 'in-progress', 'needs-you', 'ready', 'completed', 'canceled'] as const
export type JobTab = (typeof JOB_TABS)[number]

const TABS = {
  all: { label: 'All', states: undefined },
  'in-progress': { label: 'In progress', states: ['Pending', 'Processing'] },
  'needs-you': { label: 'Needs you', states: undefined },
  ready: { label: 'Ready', states: ['ReadyForProcessing'] },
  completed: { label: 'Completed', states: ['Completed'] },
  canceled: { label: 'Canceled', states: ['Canceled'] },
} as const satisfies Record<JobTab, { label: string; states: readonly WireJobState[] | undefined }>

export function tabLabel(tab: JobTab): string {
  return TABS[tab].label
}

/** The states a tab stands for; undefined for all, and for what needs you, which the server decides. */
export function tabStates(tab: JobTab): readonly WireJobState[] | undefined {
  return TABS[tab].states
}

type Counts = Pick<JobQueryResultProperties, 'StateCounts' | 'NeedsYouCount'>

/** How many jobs a tab holds, from the counts that came with the list. */
export function tabCount(tab: JobTab, { StateCounts: counts, NeedsYouCount }: Counts): number {
  if (tab === 'needs-you') return NeedsYouCount
  const states = tabStates(tab) ?? (Object.keys(counts) as WireJobState[])
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}
