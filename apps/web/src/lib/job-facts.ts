import { isTerminal, type WireJobState } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import { NO_WORKER, NO_WORKER_FOR, STATE_LABELS, STEP_SUSPENDED, STEP_SUSPENDED_FOR } from '@millrace/contracts/texts'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { embedded, type SirenDocument } from '#lib/siren.ts'

type JobDocument = SirenDocument<JobProperties>

export interface SlotProperties {
  Name: string
  Title: string
  Description: string
  MediaType: string | null
  IsConfigured?: boolean
  MinSlots?: number
  MaxSlots?: number | null
}

export type SlotDocument = SirenDocument<SlotProperties>
export type WorkDataDocument = SirenDocument<WorkDataProperties>

export function inputSlots(job: JobDocument): SlotDocument[] {
  return embedded<SlotProperties>(job, 'InputDataSlot')
}

export function outputSlots(job: JobDocument): SlotDocument[] {
  return embedded<SlotProperties>(job, 'OutputDataSlot')
}

export function filesIn(slot: SlotDocument): WorkDataDocument[] {
  return [...embedded<WorkDataProperties>(slot, 'Selected'), ...embedded<WorkDataProperties>(slot, 'Assigned')]
}

/** Returns the input slots that need more files before the job can start. */
export function slotsToFill(job: JobDocument): SlotDocument[] {
  return inputSlots(job).filter((slot) => filesIn(slot).length < (slot.properties.MinSlots ?? 1))
}

/** Returns the title of a slot, or its name if it has no title. */
export function slotTitle({ properties }: SlotDocument): string {
  return properties.Title || properties.Name
}

interface Flow {
  inputs: FlowEnd[]
  step: string | null
  isTitle?: boolean
  outputs: FlowEnd[]
}

interface FlowEnd {
  name: string
  mediaType: string
}

/** Returns the inputs, step function and outputs of a job. For a workflow: its definition and number of steps. */
export function flowOf(job: JobDocument): Flow {
  const { Nodes, Processing } = job.properties
  // The file of a workflow is named after its title.
  const nameOf = (name: string) => (Nodes ? name.replace('.workflow.json', '') : name)
  const ends = (slots: SlotDocument[]) =>
    slots.flatMap(filesIn).map(({ properties }) => ({ name: nameOf(properties.Name), mediaType: properties.MediaType }))
  const inputs = ends(inputSlots(job))
  // The output of a workflow is its report. It is left out, because its name repeats the title of the workflow.
  if (Nodes) return { inputs, step: plural(Nodes.Total, 'step'), isTitle: true, outputs: [] }
  return { inputs, step: Processing?.FunctionName ?? null, outputs: ends(outputSlots(job)) }
}

/** Returns the label of the state, followed by the cause if there is one. */
export function stateText(job: Pick<JobProperties, 'State' | 'Cause' | 'Nodes'>): string {
  const [state, cause] = [STATE_LABELS[shownState(job)], shownCause(job)]
  return cause ? `${state}: ${cause}` : state
}

/** Returns the state to show. A workflow is shown as missing data if one of its nodes is. */
export function shownState({ State, Nodes }: Pick<JobProperties, 'State' | 'Nodes'>): WireJobState {
  return Nodes?.MissingData ? 'DataMissing' : State
}

/** Returns why a job stopped, or why a workflow is waiting. Null for other jobs. */
export function shownCause({ Cause: cause, Nodes }: Pick<JobProperties, 'Cause' | 'Nodes'>): string | null {
  return Nodes?.MissingData ?? (Nodes && holdReason(Nodes)) ?? cause
}

/** Returns why no worker claims the jobs of a workflow’s step. Undefined if no step is held up. */
export function holdReason({ StepWithoutWorker, SuspendedStep }: Held): string | undefined {
  if (SuspendedStep) return fill(STEP_SUSPENDED_FOR, SuspendedStep)
  return StepWithoutWorker ? fill(NO_WORKER_FOR, StepWithoutWorker) : undefined
}

interface Held {
  StepWithoutWorker: string | null
  SuspendedStep: string | null
}

type Times = Pick<JobProperties, 'State' | 'StartedAt' | 'CompletedAt'>

/** Returns whether there is a duration to show. */
function hasClock({ State, StartedAt, CompletedAt }: Times): boolean {
  return StartedAt !== null && (CompletedAt !== null || hasRunningClock(State))
}

/** Returns how long the job ran, or has been running. Undefined if it never started, or is waiting again. */
export function workedMs(times: Times, now: Date): number | undefined {
  const { StartedAt, CompletedAt } = times
  if (!StartedAt || !hasClock(times)) return undefined
  const end = CompletedAt ? new Date(CompletedAt) : now
  return Math.max(0, end.getTime() - new Date(StartedAt).getTime())
}

/** Returns how long a job ran in seconds, for an exported file. Null if it has not run. */
export function workedSeconds(times: Times): number | null {
  const worked = workedMs(times, new Date())
  return worked === undefined ? null : worked / 1000
}

/** Returns whether the row of a job shows a running clock. */
export function hasRunningClock(state: WireJobState): boolean {
  return state === 'Processing'
}

type Waiting = Pick<JobProperties, 'State' | 'HasWorker' | 'IsStepSuspended'>

/**
 * Returns why no worker claims a queued job: its step is suspended, or no worker offers it. Undefined for other jobs.
 */
export function unclaimedReason({ State, HasWorker, IsStepSuspended }: Waiting): string | undefined {
  if (State !== 'Pending') return undefined
  if (IsStepSuspended) return STEP_SUSPENDED
  return HasWorker === false ? NO_WORKER : undefined
}

/** Returns whether the job can be run again: it has ended or is missing data, has a step, and belongs to the user. */
export function canRunAgain({ properties }: JobDocument): boolean {
  const { Processing, State, IsForeign } = properties
  return Processing !== null && !IsForeign && (isTerminal(State) || State === 'DataMissing')
}

export function parametersOf({
  ConfiguredParameters,
}: Pick<JobProperties, 'ConfiguredParameters'>): Record<string, unknown> {
  if (!ConfiguredParameters) return {}
  const value: unknown = JSON.parse(ConfiguredParameters)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
