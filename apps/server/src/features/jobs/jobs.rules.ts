import { isInProgress, isTerminal, type JobState } from '@millrace/contracts/job-states'
import {
  JOB_ACTIONS,
  type JobAction,
  type RapidJobSetupParameters,
  type StartSweepParameters,
} from '@millrace/contracts/jobs'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'

/** The parameters of RapidSetup, with the step's own parameters parsed from their JSON string. */
export interface RapidSetup extends Omit<RapidJobSetupParameters, 'Parameters'> {
  Parameters?: unknown
}

/** The parameters of StartSweep, with the step's own parameters parsed from their JSON string. */
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
  /** True if another job uses a result of this job as an input. */
  outputsUsed: boolean
  hasSubJobs: boolean
  isAdmin: boolean
  /** True if the job belongs to another owner. Only administrators can see such a job. */
  isForeign: boolean
  /** True if the job's parent failed or was canceled, so that the job can no longer start. */
  parentEnded: boolean
  /** True if the job is a sub-job of a running workflow. */
  inRunningWorkflow: boolean
  /** True if the job runs a workflow. Deleting such a job deletes its sub-jobs too. */
  isExecution: boolean
  /** True if the viewer works in their own context and is a member of an organization. */
  mayCopy: boolean
}

/** Actions of administrators on jobs of other owners: they may stop such jobs but not set them up. */
const FOR_ADMINISTRATORS: readonly JobAction[] = ['CancelProcessing', 'SetJobToErrorState']

/** Returns whether a job's step, parameters and inputs can be changed in this state. */
export function isOpen(state: JobState): boolean {
  return state === 'Created' || state === 'ReadyForProcessing' || state === 'DataMissing'
}

/**
 * When each action is available. Documents list actions according to this table, and services check it after they have
 * locked the job.
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

/** Whether the job can be deleted together with outputs or sub-jobs. Only a workflow is deleted with its sub-jobs. */
function hasMore({ hasOutputs, hasSubJobs, isExecution }: JobFacts): boolean {
  return hasSubJobs ? isExecution : hasOutputs
}

/** Actions that depend on more than the rows of the job and its parent. */
const NEEDS_OTHER_TABLES: readonly JobAction[] = ['ConfigureProcessing', 'Delete', 'DeleteWithOutputData']

export function needsOtherTables(action: JobAction): boolean {
  return NEEDS_OTHER_TABLES.includes(action)
}

/**
 * Whether the actor may perform the action on the job now. Administrators may perform some actions on jobs of other
 * owners.
 */
export function isAvailable(job: JobFacts, action: JobAction): boolean {
  return IS_AVAILABLE[action](job) && (!job.isForeign || (job.isAdmin && FOR_ADMINISTRATORS.includes(action)))
}

/** Whether the actor may change the job's slots. */
export function mayFillSlots(job: JobFacts): boolean {
  return isOpen(job.state) && !job.isForeign
}

export function availableActions(job: JobFacts): JobAction[] {
  return JOB_ACTIONS.filter((action) => isAvailable(job, action))
}

/** Returns whether every input slot has as many items as it needs. `counts` maps slot indexes to item counts. */
export function slotsAreFilled(slots: DataSlotSpecification[], counts: ReadonlyMap<number, number>): boolean {
  return slots.every((slot, index) => (counts.get(index) ?? 0) >= slot.MinSlots)
}

/** Returns the state that an open job should have, given whether its step, parameters and inputs are complete. */
export function openState(current: JobState, isComplete: boolean): JobState {
  if (isComplete) return 'ReadyForProcessing'
  return current === 'DataMissing' || current === 'ReadyForProcessing' ? 'Created' : current
}

/** Returns the author of a change as shown in histories: the user and, if there is one, the impersonator. */
export function authorName<T extends string | null>(person: T, impersonator: string | null | undefined): T | string {
  return impersonator && person ? `${impersonator}, acting for ${person}` : person
}
