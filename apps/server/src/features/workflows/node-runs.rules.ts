import { fitsSlot } from '@millrace/contracts/media-types'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { ownValue } from '@millrace/parameters/pointer'
import type { Binding, Source, WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import { listFault, NOT_A_LIST } from '@millrace/workflows/list-fault'
import { referencesOfNode } from '@millrace/workflows/references'
import { isWorkDataVariable } from '@millrace/workflows/variables'
import { dataDeleted } from '#features/jobs/data-missing.rules.ts'
import { type BindingScope, boundValue, type Found, holds } from './conditions.rules.ts'
import { workDataOf } from './execution-inputs.rules.ts'
import type { InputFile } from './fingerprint.rules.ts'

/** The properties of a file that bindings and slots use. */
export interface NodeFile {
  id: string
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
}

/** The values and files that the bindings of a workflow can refer to. */
export interface NodeScope extends Omit<BindingScope, 'item'> {
  definition: WorkflowDefinition
  files(nodeId: string, slot: string): NodeFile[]
  /** Undefined if the work data was deleted. */
  workData(url: string): NodeFile | undefined
}

export interface RunStep {
  inputSlots: readonly DataSlotSpecification[]
  parameterFault(parameters: Record<string, unknown>): string | undefined
}

/** One run of a node, with all values bound. */
export interface RunDraft {
  item: number
  parameters: Record<string, unknown>
  inputs: [slot: number, item: number, workDataId: string][]
  /** The same inputs as `inputs`, identified by content. */
  files: InputFile[]
  /** The name of the current item, if the items are work data. */
  itemName?: string
  error?: string
  /** Why the run waits for a user to choose data. `lostSlots` are the input slots without data. */
  missing?: string
  lostSlots?: number[]
}

/**
 * What happens to a node that is Ready or Expanding: it ends without runs, or it has `count` runs, of which `runs` are
 * bound now.
 */
export type NodePlan =
  | { state: 'Completed' | 'Skipped' | 'Failed'; reason: string | null }
  /** `reason` says how many items the condition excluded. Null if it excluded none. */
  | { count: number; runs: RunDraft[]; reason: string | null }

/**
 * The runs to bind now. A node's runs are created in several transactions, so that no transaction has to bind and check
 * them all.
 */
export interface RunRange {
  from: number
  most: number
}

const NO_ITEM = { value: undefined, file: undefined }

interface Item {
  /** The value that bindings refer to. */
  value: unknown
  file: NodeFile | undefined
}

/** Decides what happens to a node. Everything that the node refers to must be known. */
export function planNode(node: WorkflowNode, step: RunStep, scope: NodeScope, { from, most }: RunRange): NodePlan {
  const items = node.forEach ? itemsOf(node.forEach, scope) : { value: [NO_ITEM] }
  if ('fault' in items) return { state: 'Failed', reason: items.fault }
  const isPerItem = usesItem(node)
  if (node.when && !isPerItem) {
    const wanted = holds(node.when, { ...scope, item: undefined })
    if ('fault' in wanted) return { state: 'Failed', reason: wanted.fault }
    if (!wanted.value) return { state: 'Skipped', reason: 'Its condition is not met.' }
  }
  const wanted = items.value.flatMap((item, index) => {
    const found = node.when && isPerItem ? holds(node.when, { ...scope, item: item.value }) : { value: true }
    return 'fault' in found || found.value ? [{ item, index, error: 'fault' in found ? found.fault : undefined }] : []
  })
  const leftOut = items.value.length - wanted.length
  const [left, all] = [leftOut, items.value.length].map((count) => count.toLocaleString('en'))
  const reason = leftOut === 0 ? null : `The condition left out ${left} of ${all} items.`
  if (wanted.length === 0) return { state: 'Completed', reason }
  const runs = wanted.slice(from, from + most).map(({ item, index, error }) => {
    if (error !== undefined) return { item: index, parameters: {}, inputs: [], files: [], error }
    return draftOf(node, step, { ...scope, item: item.value }, { index, file: item.file })
  })
  return { count: wanted.length, runs, reason }
}

function usesItem(node: WorkflowNode): boolean {
  if (!node.when || !node.forEach) return false
  return referencesOfNode({ id: node.id, step: node.step, when: node.when }, 0).some(({ to }) => to.kind === 'item')
}

function itemsOf(forEach: NonNullable<WorkflowNode['forEach']>, scope: NodeScope): Found<Item[]> {
  const found = foundItems(forEach, scope)
  const fault = 'fault' in found ? undefined : listFault(found.value)
  return fault === undefined ? found : { fault }
}

function foundItems(forEach: NonNullable<WorkflowNode['forEach']>, scope: NodeScope): Found<Item[]> {
  if (forEach.node !== undefined && forEach.slot !== undefined) {
    return { value: scope.files(forEach.node, forEach.slot).map(itemOfFile) }
  }
  const schema = forEach.variable === undefined ? undefined : scope.definition.variables?.[forEach.variable]
  if (forEach.variable !== undefined && schema && isWorkDataVariable(schema)) {
    const files = workDataOf(scope.definition, scope.variables, forEach.variable).map((url) => scope.workData(url))
    if (files.includes(undefined)) return { fault: `Work data of the variable “${forEach.variable}” was deleted.` }
    return { value: files.flatMap((file) => (file ? [itemOfFile(file)] : [])) }
  }
  const found = boundValue(forEach as Binding, { ...scope, item: undefined })
  if ('fault' in found) return found
  if (Array.isArray(found.value)) return { value: found.value.map((value) => ({ value, file: undefined })) }
  return { fault: NOT_A_LIST }
}

function itemOfFile(file: NodeFile): Item {
  const { id, name, mediaType, sizeInBytes } = file
  return { value: { workData: workDataPath(id), name, mediaType, sizeInBytes }, file }
}

/** Returns the path of work data on this server, as shown in results and reports. */
export function workDataPath(id: string): string {
  return `/api/WorkData/${id}`
}

/**
 * A slot that accepts any files. A nested workflow has variables instead of slots, so its files become parameters of
 * the run.
 */
const ANY_FILES = {
  Title: '',
  Description: '',
  MediaType: null,
  IsCollection: true,
  MinSlots: 0,
  MaxSlots: null,
} as const

type ScopeOfRun = NodeScope & BindingScope

function draftOf(
  node: WorkflowNode,
  step: RunStep,
  scope: ScopeOfRun,
  { index, file }: { index: number; file: NodeFile | undefined },
): RunDraft {
  const itemName = file && { itemName: file.name }
  const draft: RunDraft = { item: index, parameters: {}, inputs: [], files: [], ...itemName }
  const values: [string, unknown][] = []
  for (const [name, binding] of Object.entries(node.parameters ?? {})) {
    const found = boundValue(binding, scope)
    if ('fault' in found) return { ...draft, error: `The parameter “${name}” has no value. ${found.fault}` }
    values.push([name, found.value])
  }
  for (const [name, sources] of Object.entries(node.inputs ?? {})) {
    if (step.inputSlots.some(({ Name }) => Name === name)) continue
    const filled = fill({ ...ANY_FILES, Name: name }, sources, scope, file)
    if (filled === 'deleted') return { ...draft, error: `Work data for the input “${name}” was deleted.` }
    if ('error' in filled) return { ...draft, error: filled.error }
    values.push([name, filled.map(({ id }) => workDataPath(id))])
  }
  draft.parameters = Object.fromEntries(values)
  const fault = step.parameterFault(draft.parameters)
  if (fault !== undefined) return { ...draft, error: fault }
  for (const [slot, spec] of step.inputSlots.entries()) {
    const filled = fill(spec, ownValue(node.inputs, spec.Name) ?? [], scope, file)
    if (typeof filled === 'object' && 'error' in filled) return { ...draft, error: filled.error }
    if (filled === 'deleted') {
      draft.missing ??= dataDeleted(spec.Name)
      draft.lostSlots = [...(draft.lostSlots ?? []), slot]
      continue
    }
    for (const [place, { id, sha256, name, mediaType }] of filled.entries()) {
      draft.inputs.push([slot, place, id])
      draft.files.push([slot, place, sha256, name, mediaType])
    }
  }
  return draft
}

type Filled = NodeFile[] | 'deleted' | { error: string }

function fill(
  spec: DataSlotSpecification,
  sources: readonly Source[],
  scope: ScopeOfRun,
  item: NodeFile | undefined,
): Filled {
  const files: NodeFile[] = []
  for (const source of sources) {
    const found = filesOf(source, scope, item)
    if (found === undefined)
      return { error: `The current item is not work data, but the input “${spec.Name}” uses it.` }
    if (found.includes(undefined)) return 'deleted'
    for (const file of found) if (file) files.push(file)
  }
  const misfit = files.find(({ mediaType }) => !fitsSlot(mediaType, spec.MediaType))
  if (misfit)
    return { error: `${misfit.name} is ${misfit.mediaType}, but the input “${spec.Name}” accepts ${spec.MediaType}.` }
  if (files.length < spec.MinSlots)
    return {
      error: `The input “${spec.Name}” needs ${counted(spec.MinSlots)}, but there ${files.length === 1 ? 'is 1' : `are ${files.length}`}.`,
    }
  if (spec.MaxSlots !== null && files.length > spec.MaxSlots)
    return {
      error: `The input “${spec.Name}” accepts at most ${counted(spec.MaxSlots)}, but there are ${files.length}.`,
    }
  return files
}

function filesOf(source: Source, scope: ScopeOfRun, item: NodeFile | undefined): (NodeFile | undefined)[] | undefined {
  if (source.node !== undefined) return scope.files(source.node, source.slot ?? '')
  if (source.workData !== undefined) return [scope.workData(source.workData)]
  if (source.variable !== undefined)
    return workDataOf(scope.definition, scope.variables, source.variable).map((url) => scope.workData(url))
  return item && [item]
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}
