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

/** The input slots in the document of a job. */
export function inputSlots(job: JobDocument): SlotDocument[] {
  return embedded<SlotProperties>(job, 'InputDataSlot')
}

/** The output slots in the document of a job. */
export function outputSlots(job: JobDocument): SlotDocument[] {
  return embedded<SlotProperties>(job, 'OutputDataSlot')
}

/** The files in a slot, whichever side it is on. */
export function filesIn(slot: SlotDocument): WorkDataDocument[] {
  return [...embedded<WorkDataProperties>(slot, 'Selected'), ...embedded<WorkDataProperties>(slot, 'Assigned')]
}

/** Input slots that need more files before the job can start. */
export function slotsToFill(job: JobDocument): SlotDocument[] {
  return inputSlots(job).filter((slot) => filesIn(slot).length < (slot.properties.MinSlots ?? 1))
}

/** The title of a slot, or its name if it has no title. */
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

/** The ends of a job and its step, by its function; those of a workflow are its definition and how many steps it has. */
export function flowOf(job: JobDocument): Flow {
  const { Nodes, Processing } = job.properties
  // A workflow is named by its title.
  const nameOf = (name: string) => (Nodes ? name.replace('.workflow.json', '') : name)
  const ends = (slots: SlotDocument[]) =>
    slots.flatMap(filesIn).map(({ properties }) => ({ name: nameOf(properties.Name), mediaType: properties.MediaType }))
  const inputs = ends(inputSlots(job))
  // The output of a workflow is its report, which has the same name.
  if (Nodes) return { inputs, step: plural(Nodes.Total, 'step'), isTitle: true, outputs: [] }
  return { inputs, step: Processing?.FunctionName ?? null, outputs: ends(outputSlots(job)) }
}

/** The state in words, and why the job is in it. */
export function stateText(job: Pick<JobProperties, 'State' | 'Cause' | 'Nodes'>): string {
  const [state, cause] = [STATE_LABELS[shownState(job)], shownCause(job)]
  return cause ? `${state}: ${cause}` : state
}

/** The state to show. A workflow that waits until data is chosen for a node misses data like that node. */
export function shownState({ State, Nodes }: Pick<JobProperties, 'State' | 'Nodes'>): WireJobState {
  return Nodes?.MissingData ? 'DataMissing' : State
}

/** Why a job stopped, or why a workflow waits. */
export function shownCause({ Cause: cause, Nodes }: Pick<JobProperties, 'Cause' | 'Nodes'>): string | null {
  return Nodes?.MissingData ?? (Nodes && holdReason(Nodes)) ?? cause
}

/** Why no worker claims jobs of a workflow or one of its steps. */
export function holdReason({ StepWithoutWorker, SuspendedStep }: Held): string | undefined {
  if (SuspendedStep) return fill(STEP_SUSPENDED_FOR, SuspendedStep)
  return StepWithoutWorker ? fill(NO_WORKER_FOR, StepWithoutWorker) : undefined
}

interface Held {
  StepWithoutWorker: string | null
  SuspendedStep: string | null
}

type Times = Pick<JobProperties, 'State' | 'StartedAt' | 'CompletedAt'>

/** Says whether there is a time to show: the job works, or has ended after it worked. */
function hasClock({ State, StartedAt, CompletedAt }: Times): boolean {
  return StartedAt !== null && (CompletedAt !== null || hasRunningClock(State))
}

/** How long the job worked, or has worked so far; undefined when it never started, or waits again. */
export function workedMs(times: Times, now: Date): number | undefined {
  const { StartedAt, CompletedAt } = times
  if (!StartedAt || !hasClock(times)) return undefined
  const end = CompletedAt ? new Date(CompletedAt) : now
  return Math.max(0, end.getTime() - new Date(StartedAt).getTime())
}

/** How long a job has worked, for an exported file. */
export function workedSeconds(times: Times): number | null {
  const worked = workedMs(times, new Date())
  return worked === undefined ? null : worked / 1000
}

/** Says whether the row of a job shows a running clock. */
export function hasRunningClock(state: WireJobState): boolean {
  return state === 'Processing'
}

type Waiting = Pick<JobProperties, 'State' | 'HasWorker' | 'IsStepSuspended'>

/** Why no worker claims a started job: its step is suspended, or no worker offers it. */
export function unclaimedReason({ State, HasWorker, IsStepSuspended }: Waiting): string | undefined {
  if (State !== 'Pending') return undefined
  if (IsStepSuspended) return STEP_SUSPENDED
  return HasWorker === false ? NO_WORKER : undefined
}

/** Whether the same job can be set up once more: it has a step and belongs to the viewer. */
export function canRunAgain({ properties }: JobDocument): boolean {
  const { Processing, State, IsForeign } = properties
  return Processing !== null && !IsForeign && (isTerminal(State) || State === 'DataMissing')
}

/** The parameters the job ran with. */
export function parametersOf({
  ConfiguredParameters,
}: Pick<JobProperties, 'ConfiguredParameters'>): Record<string, unknown> {
  if (!ConfiguredParameters) return {}
  const value: unknown = JSON.parse(ConfiguredParameters)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
