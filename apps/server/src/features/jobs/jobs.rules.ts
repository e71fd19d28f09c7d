import { isInProgress, isTerminal, type JobState } from '@millrace/contracts/job-states'
import {
  JOB_ACTIONS,
  type JobAction,
  type RapidJobSetupParameters,
  type StartSweepParameters,
} from '@millrace/contracts/jobs'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'

/** The parameters of RapidSetup, with the step's own parameters read from their JSON text. */
export interface RapidSetup extends Omit<RapidJobSetupParameters, 'Parameters'> {
  Parameters?: unknown
}

/** The parameters of StartSweep, read likewise. */
export interface SweepSetup extends Omit<StartSweepParameters, 'Parameters'> {
  Parameters?: unknown
}

/** Facts that decide which actions are available. */
export interface JobFacts {
  state: JobState
  hidden: boolean
  outputsDeletable: boolean
  hasStep: boolean
  stepHasParameters: boolean
  hasOutputs: boolean
  /** Another job uses one of its results as an input. */
  outputsUsed: boolean
  hasSubJobs: boolean
  isAdmin: boolean
  /** It belongs to another owner. Only administrators can see such a job. */
  isForeign: boolean
  /** Its parent failed or was canceled, so it can no longer start. */
  parentEnded: boolean
  /** It is a run of a workflow that has not ended. */
  inRunningWorkflow: boolean
  /** It runs a workflow. Its sub-jobs are deleted with it. */
  isExecution: boolean
  /** The viewer works in their own context and is a member of an organization. */
  mayCopy: boolean
}

/** Actions of administrators on jobs of other owners. They may stop jobs but not set them up. */
const FOR_ADMINISTRATORS: readonly JobAction[] = ['CancelProcessing', 'SetJobToErrorState']

/** States in which step, parameters and inputs can be changed. */
export function isOpen(state: JobState): boolean {
  return state === 'Created' || state === 'ReadyForProcessing' || state === 'DataMissing'
}

/**
 * When each action is available. Documents list actions by this table, and the service checks it while it holds the
 * lock.
 */
const IS_AVAILABLE: Record<JobAction, (job: JobFacts) => boolean> = {
  Rename: () => true,
  EditTags: () => true,
  Hide: (job) => !job.hidden,
  UnHide: (job) => job.hidden,
  SelectProcessing: (job) => isOpen(job.state) && !job.inRunningWorkflow,
  ConfigureProcessing: (job) => isOpen(job.state) && job.hasStep && job.stepHasParameters,
  StartProcessing: (job) => job.state === 'ReadyForProcessing' && !job.parentEnded,
  CancelProcessing: (job) => isInProgress(job.state) || job.state === 'DataMissing',
  AllowOutputDataDeletion: (job) => !job.outputsDeletable,
  DisallowOutputDataDeletion: (job) => job.outputsDeletable,
  SetJobToErrorState: (job) => job.isAdmin && !isTerminal(job.state),
  CopyToOrg: (job) => job.mayCopy && job.hasStep && !job.isExecution,
  Delete: (job) => isDeletable(job) && !job.hasSubJobs && !job.hasOutputs,
  DeleteWithOutputData: (job) => isDeletable(job) && hasMore(job) && !job.outputsUsed,
}

function isDeletable({ state, inRunningWorkflow }: JobFacts): boolean {
  return !isInProgress(state) && !inRunningWorkflow
}

/** Whether there is more to delete than the job itself. Only a workflow's sub-jobs are deleted with it. */
function hasMore({ hasOutputs, hasSubJobs, isExecution }: JobFacts): boolean {
  return hasSubJobs ? isExecution : hasOutputs
}

/** All other actions depend only on the job's own row, except that a start also depends on its parent. */
const NEEDS_OTHER_TABLES: readonly JobAction[] = ['ConfigureProcessing', 'Delete', 'DeleteWithOutputData']

/** Whether an action depends on more than the job's own row, so that other tables must be read first. */
export function needsOtherTables(action: JobAction): boolean {
  return NEEDS_OTHER_TABLES.includes(action)
}

/** Whether the actor may do this to the job now. Administrators may do only some actions to other owners' jobs. */
export function isAvailable(job: JobFacts, action: JobAction): boolean {
  return IS_AVAILABLE[action](job) && (!job.isForeign || (job.isAdmin && FOR_ADMINISTRATORS.includes(action)))
}

/** Whether the slots may be changed. */
export function mayFillSlots(job: JobFacts): boolean {
  return isOpen(job.state) && !job.isForeign
}

/** The actions that the job's document offers, in the order of `JOB_ACTIONS`. */
export function availableActions(job: JobFacts): JobAction[] {
  return JOB_ACTIONS.filter((action) => isAvailable(job, action))
}

/** Whether every input slot has as many items as it needs. `counts` contains the number of items by slot index. */
export function slotsAreFilled(slots: DataSlotSpecification[], counts: ReadonlyMap<number, number>): boolean {
  return slots.every((slot, index) => (counts.get(index) ?? 0) >= slot.MinSlots)
}

/** The state that an open job should have, given whether its step, parameters and inputs are complete. */
export function openState(current: JobState, isComplete: boolean): JobState {
  if (isComplete) return 'ReadyForProcessing'
  return current === 'DataMissing' || current === 'ReadyForProcessing' ? 'Created' : current
}

/** The author of a change as shown in histories: the user and, if any, the impersonator. */
export function authorName<T extends string | null>(person: T, impersonator: string | null | undefined): T | string {
  return impersonator && person ? `${impersonator}, acting for ${person}` : person
}
