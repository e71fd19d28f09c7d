import type { WireJobState } from '@millrace/contracts/job-states'
import type { JobQueryResultProperties } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import * as texts from './texts.ts'

export const JOB_TABS = ['all', 'in-progress', 'needs-you', 'drafts', 'completed', 'failed', 'canceled'] as const
export type JobTab = (typeof JOB_TABS)[number]

const TABS = {
  all: { label: texts.all, states: undefined },
  'in-progress': { label: texts.inProgress, states: ['Pending', 'Processing'] },
  'needs-you': { label: texts.needsYou, states: undefined },
  drafts: { label: texts.drafts, states: ['Created', 'ReadyForProcessing'] },
  completed: { label: texts.completed, states: ['Completed'] },
  failed: { label: texts.failed, states: ['Error'] },
  canceled: { label: texts.canceled, states: ['Canceled'] },
} as const satisfies Record<JobTab, { label: string; states: readonly WireJobState[] | undefined }>

export function tabLabel(tab: JobTab): string {
  return TABS[tab].label
}

/** Returns the states of a tab. Undefined for “All”, and for “Needs you”, whose jobs the server determines. */
export function tabStates(tab: JobTab): readonly WireJobState[] | undefined {
  return TABS[tab].states
}

type Counts = Pick<JobQueryResultProperties, 'StateCounts' | 'NeedsYouCount' | 'PartialCounts'>

/** Returns the number of jobs of a tab, from the counts in the list's document, and whether there may be more. */
export function tabCount(tab: JobTab, counts: Counts): { count: number; isPartial: boolean } {
  const { StateCounts, NeedsYouCount, PartialCounts = [] } = counts
  if (tab === 'needs-you') return { count: NeedsYouCount, isPartial: PartialCounts.includes('NeedsYou') }
  const states = tabStates(tab)
  if (!states && PartialCounts.length > 0) return { count: LIMITS.countMax, isPartial: true }
  const counted = states ?? (Object.keys(StateCounts) as WireJobState[])
  return {
    count: counted.reduce((sum, state) => sum + (StateCounts[state] ?? 0), 0),
    isPartial: counted.some((state) => PartialCounts.includes(state)),
  }
}
