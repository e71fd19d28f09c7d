import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { sameJson } from '@millrace/parameters/pointer'
import { volatileWord } from '@millrace/parameters/volatile-words'
import { plural } from '@millrace/tables/sentences'
import type { InputFile, RunContent } from './fingerprint.rules.ts'

export interface EarlierRun {
  outcome: string | null
  functionName: string
  version: string
  stepId: string
  parameters: Record<string, unknown>
  files: InputFile[]
  resultsDeleted: boolean
}

export interface CurrentStep {
  functionName: string
  version: string
  deterministic: boolean
  executor: 'worker' | 'engine'
  parameterSchema: Record<string, unknown> | null
  inputSlots: readonly DataSlotSpecification[]
}

const SHOWN = 60
const CHANGES_SHOWN = 3
const NOT_RUN = 'It has not run before.'

/** The parameters and input slots of a node that use the current item of its `forEach`. */
export interface ItemUses {
  parameters: ReadonlySet<string>
  slots: ReadonlySet<string>
}

/** Returns a sentence that says why a run is not reused. `items` is given for nodes with `forEach`. */
export function whyItRuns(
  run: RunContent,
  step: CurrentStep,
  earlier: EarlierRun | undefined,
  items?: ItemUses,
): string {
  const noRunOfItem = items && `${shownItem(run, step, items)} has no completed run to reuse.`
  if (!earlier) return noRunOfItem ?? NOT_RUN
  const different = whyStepNotComparable(step, earlier)
  if (different !== undefined) return different
  const parameters = changedParameters(earlier.parameters, run.parameters)
  const inputs = changedInputs(step.inputSlots, earlier.files, run.files)
  // `earlier` is the run at the same position. If that run had another item, the parameters and inputs that use the
  // item are not listed as changes.
  const isOther = items !== undefined && isOtherItem(items, parameters, inputs)
  const changes = [
    ...parameters
      .filter((name) => !(isOther && items.parameters.has(name)))
      .map((name) => parameterChange(name, earlier.parameters, run.parameters)),
    ...inputs.filter(({ slot }) => !(isOther && items.slots.has(slot))).map(({ change }) => change),
  ]
  const outcome = isOther ? undefined : whyUnfinished(earlier)
  const more = changes.length - CHANGES_SHOWN
  const changed = changes.length > 0 ? `${listed(changes.slice(0, CHANGES_SHOWN), more)}.` : undefined
  if (outcome !== undefined) return changed === undefined ? outcome : `${outcome} ${changed}`
  return (
    whyVolatile(step, run.parameters) ??
    changed ??
    (isOther ? noRunOfItem : undefined) ??
    'No completed run has the same parameters and inputs.'
  )
}

function isOtherItem(items: ItemUses, parameters: readonly string[], inputs: readonly ChangedInput[]): boolean {
  const changed = [
    ...parameters.filter((name) => items.parameters.has(name)),
    ...inputs.filter(({ slot }) => items.slots.has(slot)),
  ]
  return changed.length > 0 && changed.length === items.parameters.size + items.slots.size
}

/**
 * Returns why a run can't be reused, whatever its parameters are. Undefined if this depends on its parameters and
 * inputs.
 */
export function whyNotComparable(step: CurrentStep, earlier: EarlierRun | undefined): string | undefined {
  if (!earlier) return NOT_RUN
  return whyStepNotComparable(step, earlier) ?? whyUnfinished(earlier)
}

function whyStepNotComparable(step: CurrentStep, earlier: EarlierRun): string | undefined {
  if (earlier.functionName !== step.functionName)
    return `The step changed from ${earlier.functionName} to ${step.functionName}.`
  if (earlier.version !== step.version)
    return `The version of ${step.functionName} changed from ${earlier.version} to ${step.version}.`
  if (step.executor === 'engine') return 'It runs a workflow. Steps in it are reused if nothing they use has changed.'
  if (!step.deterministic)
    return `${step.functionName} is not marked as deterministic, so its results are never reused.`
  return undefined
}

function whyUnfinished(earlier: EarlierRun): string | undefined {
  if (earlier.outcome === 'Canceled') return 'It was canceled.'
  if (earlier.outcome === null) return 'It did not finish.'
  if (earlier.outcome !== 'Completed') return 'It failed.'
  return earlier.resultsDeleted ? 'Its output files were deleted.' : undefined
}

/** Returns why runs of a deterministic step with these parameters are never reused. Undefined if runs can be reused. */
export function whyVolatile(step: CurrentStep, parameters: Record<string, unknown>): string | undefined {
  const found = volatileWord(step.parameterSchema, parameters)
  return found && `The parameter ${found.parameter} uses “${found.word}”, which may give a different result each time.`
}

function shownItem({ parameters, files }: RunContent, { inputSlots }: CurrentStep, items: ItemUses): string {
  const [name] = items.parameters
  if (name !== undefined) return `The item ${shown(parameters[name])}`
  const file = files.find(([slot]) => items.slots.has(inputSlots[slot]?.Name ?? ''))
  return file ? `The item “${file[3]}”` : 'This item'
}

/** Describes the changed parameters, such as “the parameter window changed from 3 to 5”. */
export function parameterChanges(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return changedParameters(before, after).map((name) => parameterChange(name, before, after))
}

function changedParameters(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !sameJson(before[name], after[name]))
}

function parameterChange(name: string, before: Record<string, unknown>, after: Record<string, unknown>): string {
  if (!Object.hasOwn(after, name)) return `the parameter ${name} is no longer set`
  if (!Object.hasOwn(before, name)) return `the parameter ${name} is now set to ${shown(after[name])}`
  return `the parameter ${name} changed from ${shown(before[name])} to ${shown(after[name])}`
}

interface ChangedInput {
  slot: string
  change: string
}

function changedInputs(
  slots: readonly DataSlotSpecification[],
  before: InputFile[],
  after: InputFile[],
): ChangedInput[] {
  return slots.flatMap(({ Name: slot }, index) => {
    const [old, now] = [before, after].map((files) => files.filter(([place]) => place === index)) as [
      InputFile[],
      InputFile[],
    ]
    if (sameJson(old, now)) return []
    const hasOtherCount = old.length !== now.length
    const change = hasOtherCount
      ? `the input ${slot} has ${plural(now.length, 'file')} instead of ${old.length}`
      : inputChange(slot, old, now)
    return [{ slot, change }]
  })
}

function inputChange(slot: string, old: InputFile[], now: InputFile[]): string {
  const place = now.findIndex((file, index) => !sameJson(file, old[index]))
  const [, , hashBefore, nameBefore, typeBefore] = old[place] ?? []
  const [, , hash, name, type] = now[place] ?? []
  if (name !== nameBefore) return `the input ${slot} changed from ${nameBefore} to ${name}`
  if (hash !== hashBefore) return `the content of ${name}, the input ${slot}, changed`
  return `the type of ${name}, the input ${slot}, changed from ${typeBefore} to ${type}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function listed(changes: string[], more: number): string {
  const all = more > 0 ? [...changes, `${more} more`] : changes
  const text = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
