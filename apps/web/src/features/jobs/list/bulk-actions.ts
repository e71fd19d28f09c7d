import type { JobAction } from '@millrace/contracts/jobs'
import { actionOf, type SirenAction } from '#lib/siren.ts'
import { deletionOf } from '../job-deletion.ts'
import type { JobDocument } from '../jobs.queries.ts'

/** In the order of the toolbar. */
const BULK_ACTIONS = {
  CancelProcessing: 'Cancel',
  EditTags: 'Tags',
  Hide: 'Hide',
  UnHide: 'Unhide',
  Delete: 'Delete',
} as const satisfies Partial<Record<JobAction, string>>

export type BulkAction = keyof typeof BULK_ACTIONS

/** An action that is available for at least one of the selected jobs. */
export interface AvailableBulkAction {
  name: BulkAction
  /** `Cancel`, or `Cancel 2 of 3` if it isn't available for every job. */
  label: string
  targets: { job: JobDocument; action: SirenAction }[]
}

/** Returns the actions that are available for at least one of the selected jobs. */
export function availableBulkActions(jobs: readonly JobDocument[]): AvailableBulkAction[] {
  return (Object.keys(BULK_ACTIONS) as BulkAction[]).flatMap((name) => {
    const targets = jobs.flatMap((job) => {
      const action = name === 'Delete' ? deletionOf(job) : actionOf(job, name)
      return action ? [{ job, action }] : []
    })
    if (targets.length === 0) return []
    return [{ name, label: bulkLabel(BULK_ACTIONS[name], targets.length, jobs.length), targets }]
  })
}

/** Returns `Cancel` if the action applies to all selected jobs, otherwise `Cancel 2 of 3`. */
export function bulkLabel(verb: string, applies: number, selected: number): string {
  return applies === selected ? verb : `${verb} ${applies} of ${selected}`
}

/** Describes the result of a bulk action: `3 jobs hidden`, `2 jobs canceled, 1 failed`. */
export function bulkResult(name: BulkAction, jobs: string, failed: number): string {
  const words = `${jobs} ${PARTICIPLES[name]}`
  return failed === 0 ? words : `${words}, ${failed} failed`
}

const PARTICIPLES: Record<BulkAction, string> = {
  CancelProcessing: 'canceled',
  EditTags: 'tagged',
  Hide: 'hidden',
  UnHide: 'unhidden',
  Delete: 'deleted',
}
