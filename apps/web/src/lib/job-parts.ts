import { isInProgress, isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import { sameJson } from '@millrace/parameters/pointer'
import { actionOf, embedded, hrefOf, type SirenAction, type SirenDocument, selfHref } from './siren.ts'

/** A job to create: its step, parameters and inputs. */
export interface JobPlan {
  name: string
  /** The URL of the earlier job that this job repeats. */
  againOf?: string
  /** Whether the job only tries the step on the first rows. */
  isTrial?: true
  /** Undefined in a draft that has no step yet. */
  stepHref: string | undefined
  /** Undefined when the step takes no parameters, or none that may be sent yet. */
  parameters: Record<string, unknown> | undefined
  slots: Record<string, string[]>
  tags: readonly string[]
}

/**
 * A difference between a job’s document and its plan. The document shows what is missing, so an interrupted start can
 * continue even after a reload, without a record of what was sent.
 */
export type StartPart =
  | { kind: 'name' | 'step' | 'parameters' | 'tags' | 'start'; action: SirenAction | undefined; body?: unknown }
  | { kind: 'slot'; slot: string; action: SirenAction | undefined; body?: unknown; isAbsent?: true }

const MISSING_ACTION: Record<StartPart['kind'], string> = {
  name: 'Could not find rename action',
  step: 'Could not find selectProcessing action',
  parameters: 'Could not configure job',
  slot: 'Could not select workdata',
  tags: 'Could not find edit tags action',
  start: 'Could not find execute action',
}

/** Returns the error message for a part whose action the server doesn’t offer. */
export function missingText(part: StartPart): string {
  if (part.kind === 'slot' && part.isAbsent) return `Could not find input data slot for ${part.slot}`
  return MISSING_ACTION[part.kind]
}

export type JobDocument = SirenDocument<JobProperties>

/** Returns whether the job was started, so its step, parameters and inputs can’t change. */
export function isStarted({ properties: { State } }: JobDocument): boolean {
  return isInProgress(State) || isTerminal(State)
}

/** Returns whether the job has the step, parameters and inputs of the plan. */
export function hasSetup(job: JobDocument, plan: JobPlan): boolean {
  return setupParts(job, plan).length === 0
}

/** Returns the remaining parts, in the order that the server requires. */
export function missingParts(job: JobDocument, plan: JobPlan, { start }: { start: boolean }): StartPart[] {
  const { Name, Tags } = job.properties
  const canChange = !isStarted(job)
  return [
    ...(Name === plan.name ? [] : [partOf(job, 'name', 'Rename', { NewName: plan.name })]),
    ...(canChange ? setupParts(job, plan) : []),
    ...(sameJson(Tags, plan.tags) ? [] : [partOf(job, 'tags', 'EditTags', { Tags: plan.tags })]),
    ...(canChange && start ? [partOf(job, 'start', 'StartProcessing')] : []),
  ]
}

function setupParts(job: JobDocument, plan: JobPlan): StartPart[] {
  const parts: StartPart[] = []
  if (plan.stepHref && !samePath(hrefOf(job, 'SelectedProcessingStep'), plan.stepHref)) {
    parts.push(partOf(job, 'step', 'SelectProcessing', { ProcessingStepUrl: plan.stepHref }))
  }
  if (plan.parameters && !sameJson(configured(job), plan.parameters)) {
    parts.push(partOf(job, 'parameters', 'ConfigureProcessing', plan.parameters))
  }
  return [...parts, ...slotParts(job, plan)]
}

function partOf(job: JobDocument, kind: Exclude<StartPart['kind'], 'slot'>, action: string, body?: unknown): StartPart {
  return { kind, action: actionOf(job, action), ...(body === undefined ? {} : { body }) }
}

function slotParts(job: JobDocument, plan: JobPlan): StartPart[] {
  const slots = embedded<{ Name: string }>(job, 'InputDataSlot')
  const names = new Set(slots.map(({ properties }) => properties.Name))
  // A job has slots once it has a step.
  const absent = hrefOf(job, 'SelectedProcessingStep')
    ? Object.keys(plan.slots).filter((name) => plan.slots[name]?.length && !names.has(name))
    : []
  const missing = absent.map((slot): StartPart => ({ kind: 'slot', slot, isAbsent: true, action: undefined }))
  const present = slots.flatMap((slot): StartPart[] => {
    const name = slot.properties.Name
    const wanted = plan.slots[name] ?? []
    const selected = embedded(slot, 'Selected').map(selfHref)
    const clear = actionOf(slot, 'Clear')
    // An empty slot can be cleared if the job is waiting for work data that was deleted from the slot.
    if (wanted.length === 0 && (selected.length > 0 || clear)) return [{ kind: 'slot', slot: name, action: clear }]
    if (wanted.length === selected.length && wanted.every((href, index) => samePath(href, selected[index]))) return []
    const single = wanted.length === 1 ? actionOf(slot, 'SelectWorkData') : undefined
    if (single) return [{ kind: 'slot', slot: name, action: single, body: { WorkDataUrl: wanted[0] } }]
    const action = actionOf(slot, 'SelectWorkDataCollection')
    return [{ kind: 'slot', slot: name, action, body: { WorkDataUrls: wanted } }]
  })
  return [...missing, ...present]
}

function configured(job: JobDocument): unknown {
  const text = job.properties.ConfiguredParameters
  return text ? (JSON.parse(text) as unknown) : undefined
}

/** The hosts of links depend on the host of the request. */
function samePath(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return new URL(a, 'http://host').pathname === new URL(b, 'http://host').pathname
}
