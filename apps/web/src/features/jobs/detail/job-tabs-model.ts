import type { TabItem } from '#components/ui/tabs.tsx'
import { embedded, hrefOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

export const DETAIL_TABS = ['setup', 'result', 'log', 'parameters', 'sub-jobs', 'history', 'discussion'] as const
export type DetailTab = (typeof DETAIL_TABS)[number]

const LABELS: Record<DetailTab, string> = {
  setup: 'Setup',
  result: 'Result',
  log: 'Log',
  parameters: 'Parameters',
  'sub-jobs': 'Sub-jobs',
  history: 'History',
  discussion: 'Discussion',
}

/**
 * Returns the tabs that have content for a job. The first is the default: the setup while the job is not started, then
 * the result if there is one, otherwise the log.
 */
export function detailTabs(job: JobDocument, comments?: number): TabItem<DetailTab>[] {
  const { State, Result, Processing } = job.properties
  const isOpen = State === 'Created' || State === 'ReadyForProcessing' || State === 'DataMissing'
  const hasFiles = embedded(job, 'OutputDataSlot').some((slot) => embedded(slot, 'Assigned').length > 0)
  const has: Record<DetailTab, boolean> = {
    setup: isOpen,
    result: State === 'Completed' || hasFiles || Result !== null,
    log: hrefOf(job, 'LogLines') !== undefined,
    parameters: Processing !== null && !isOpen,
    'sub-jobs': hrefOf(job, 'SubJobs') !== undefined,
    history: hrefOf(job, 'History') !== undefined,
    discussion: hrefOf(job, 'Comments') !== undefined,
  }
  return DETAIL_TABS.filter((tab) => has[tab]).map((value) => ({
    value,
    label: LABELS[value],
    ...(value === 'discussion' && comments ? { count: comments } : {}),
  }))
}
