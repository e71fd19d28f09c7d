import { isInProgress, isTerminal, type JobState } from '@millrace/contracts/job-states'
import { JOB_ACTIONS, type JobAction, type RapidJobSetupParameters } from '@millrace/contracts/jobs'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'

/** The parameters of RapidSetup, with the step's own parameters read from their JSON text. */
export interface RapidSetup extends Omit<RapidJobSetupParameters, 'Parameters'> {
  Parameters?: unknown
}

/** What the offers depend on. */
export interface JobFacts {
  state: JobState
  hidden: boolean
  outputsDeletable: boolean
  hasStep: boolean
  stepHasParameters: boolean
  hasOutputs: boolean
  /** Some job uses one of its results as an input. */
  outputsUsed: boolean
  hasSubJobs: boolean
  isAdmin: boolean
  /** It belongs to somebody else than who looks; only administrators get to see such a job. */
  isForeign: boolean
  /** It is a part of a job that failed or was canceled: no part of that begins any more. */
  parentEnded: boolean
}

/** What an administrator may do with other people's jobs: stop them. Setting them up stays their owner's business. */
const FOR_ADMINISTRATORS: readonly JobAction[] = ['CancelProcessing', 'SetJobToErrorState']

/** States in which step, parameters and inputs may still be chosen. */
export function isOpen(state: JobState): boolean {
  return state === 'Created' || state === 'ReadyForProcessing' || state === 'DataMissing'
}

/** When each action is on offer. Documents advertise it and the service checks it under lock, both from this table. */
const OFFERS: Record<JobAction, (job: JobFacts) => boolean> = {
  Rename: () => true,
  EditTags: () => true,
  Hide: (job) => !job.hidden,
  UnHide: (job) => job.hidden,
  SelectProcessing: (job) => isOpen(job.state),
  ConfigureProcessing: (job) => isOpen(job.state) && job.hasStep && job.stepHasParameters,
  StartProcessing: (job) => job.state === 'ReadyForProcessing' && !job.parentEnded,
  CancelProcessing: (job) => isInProgress(job.state) || job.state === 'DataMissing',
  AllowOutputDataDeletion: (job) => !job.outputsDeletable,
  DisallowOutputDataDeletion: (job) => job.outputsDeletable,
  SetJobToErrorState: (job) => job.isAdmin && !isTerminal(job.state),
  Delete: (job) => isDeletable(job) && !job.hasOutputs,
  DeleteWithOutputData: (job) => isDeletable(job) && job.hasOutputs && !job.outputsUsed,
}

function isDeletable({ state, hasSubJobs }: JobFacts): boolean {
  return !isInProgress(state) && !hasSubJobs
}

/** The others depend on the job's own row alone, and a start on that of its parent. */
const BY_MORE_THAN_THE_ROW: readonly JobAction[] = ['ConfigureProcessing', 'Delete', 'DeleteWithOutputData']

/** Whether an action depends on more than the job's own row, so that this has to be looked up first. */
export function dependsOnMore(action: JobAction): boolean {
  return BY_MORE_THAN_THE_ROW.includes(action)
}

export function isAvailable(job: JobFacts, action: JobAction): boolean {
  return OFFERS[action](job) && (!job.isForeign || (job.isAdmin && FOR_ADMINISTRATORS.includes(action)))
}

/** Whether the slots may be filled and emptied. */
export function mayFillSlots(job: JobFacts): boolean {
  return isOpen(job.state) && !job.isForeign
}

export function offeredActions(job: JobFacts): JobAction[] {
  return JOB_ACTIONS.filter((action) => isAvailable(job, action))
}

/** Whether every input slot has as many items as it needs; `counts` holds the number of items by slot index. */
export function slotsAreFilled(slots: DataSlotSpecification[], counts: ReadonlyMap<number, number>): boolean {
  return slots.every((slot, index) => (counts.get(index) ?? 0) >= slot.MinSlots)
}

/** Where an open job belongs now that its step, parameters and inputs are as they are. */
export function openState(current: JobState, isComplete: boolean): JobState {
  if (isComplete) return 'ReadyForProcessing'
  return current === 'DataMissing' || current === 'ReadyForProcessing' ? 'Created' : current
}

/** How histories name who did something: the person, and who acted in that person's account. */
export function whoActed<T extends string | null>(person: T, impersonator: string | null | undefined): T | string {
  return impersonator && person ? `${impersonator}, acting for ${person}` : person
}
