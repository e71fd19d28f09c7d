import type { Fault } from '@millrace/contracts/problems'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { ownValue } from '@millrace/parameters/pointer'
import type { Source } from '@millrace/workflows/definition'
import { type GraphEdge, graphOf, variableOfKey } from '@millrace/workflows/graph'
import type { StepSlot } from '@millrace/workflows/steps'
import type { Node } from '@xyflow/react'
import { layoutOf } from '#components/workflow-graph/graph-layout.ts'
import { fill } from '#lib/fill.ts'
import { type Draft, noteKey, type Place, type WorkflowNode } from '../document/draft.ts'
import type { SlotsOf } from '../document/edit-edges.ts'
import type { KnownStep, KnownSteps } from '../known-steps.ts'
import { HANDLE, NODE_WIDTH, NOTE, nodeHeight, rowMiddle } from './sizes.ts'
import * as texts from './texts.ts'

/**
 * The data of a node on the canvas. If neither the data nor the position changes in the next draft, the node object is
 * reused and not rendered again.
 */
export interface StepNodeData extends Record<string, unknown> {
  title: string
  /** The name of the function, “workflow” for a nested workflow, or how many files a workflow input takes. */
  subtitle: string
  version: string | undefined
  step: ProcessingStepProperties | undefined
  inputs: readonly StepSlot[]
  outputs: readonly StepSlot[]
  /** The work data that the definition assigns to each input. */
  files: readonly (readonly Source[])[]
  repeats: boolean
  conditional: boolean
  fault: string | undefined
}

export interface NoteData extends Record<string, unknown> {
  text: string
}

export type FlowNode = Node<StepNodeData, 'step' | 'data'> | Node<NoteData, 'note'>

/** Returns the handle id of an input slot, which is unique within its node. */
export const inputHandle = (slot: string) => `in:${slot}`
/** Returns the handle id of an output slot, or of a workflow input, whose only output has no name. */
export const outputHandle = (slot: string | undefined) => `out:${slot ?? ''}`

/** Returns the slot of a handle; undefined for a workflow input, whose only output has no name. */
export function slotOfHandle(handle: string | null | undefined): string | undefined {
  return handle?.split(':').slice(1).join(':') || undefined
}

const ANY: StepSlot = { name: '', mediaType: null, minSlots: 0, maxSlots: null }

/** Returns a lookup of the slots of nodes and workflow inputs, based on their steps. */
export function slotsOfDraft(draft: Draft, steps: KnownSteps): SlotsOf {
  const nodes = new Map(draft.nodes.map((node) => [node.id, node]))
  return (key) => {
    if (variableOfKey(key, draft) !== undefined) return { inputs: [], outputs: [ANY] }
    const node = nodes.get(key)
    return node && steps.stepOf(node)?.version
  }
}

/**
 * Returns the positions of nodes: from the layout of the draft or, for nodes that the layout lacks, from automatic
 * layout.
 */
export function placesOf(draft: Draft, slotsOf: SlotsOf): Map<string, Place> {
  const graph = graphOf(draft)
  const known = draft.layout?.nodes ?? {}
  const isPlaced = graph.nodes.every(({ key }) => ownValue(known, key))
  const automatic = isPlaced ? new Map<string, Place>() : autoLayout(draft, slotsOf)
  return new Map(graph.nodes.map(({ key }) => [key, ownValue(known, key) ?? automatic.get(key) ?? { x: 0, y: 0 }]))
}

/** Gap between nodes in the automatic layout, in pixels at 100 %. */
const GAP = { x: 56, y: 20 }

/**
 * Computes an automatic layout of all nodes. The algorithm aligns the centers of nodes, so each node is laid out as if
 * its first port were its center. This makes edges between first ports straight.
 */
export function autoLayout(draft: Draft, slotsOf: SlotsOf): Map<string, Place> {
  const graph = graphOf(draft)
  const port = rowMiddle(0)
  const nodes = graph.nodes.map(({ key }) => {
    const height = 2 * Math.max(port, heightOf(slotsOf(key)) - port)
    return { key, width: NODE_WIDTH, height }
  })
  const places = layoutOf(nodes, graph.edges, { gap: GAP })
  return new Map(
    nodes.map(({ key, height }) => {
      const { x, y } = places.get(key) ?? { x: 0, y: 0 }
      return [key, { x, y: y + height / 2 - port }]
    }),
  )
}

function heightOf(slots: ReturnType<SlotsOf>): number {
  return nodeHeight(Math.max(slots?.inputs.length ?? 1, slots?.outputs.length ?? 1))
}

interface ModelOptions {
  draft: Draft
  steps: KnownSteps
  faults: readonly Fault[]
  places: ReadonlyMap<string, Place>
  /** The nodes of the previous draft. Unchanged ones are reused. */
  before: ReadonlyMap<string, FlowNode>
}

/** Returns the React Flow nodes of a draft, including workflow inputs and notes. */
export function flowNodesOf({ draft, steps, faults, places, before }: ModelOptions): FlowNode[] {
  const graph = graphOf(draft)
  const faultOf = firstFaults(faults)
  const used = Map.groupBy(graph.edges, ({ from }) => from)
  const made = graph.nodes.map((item): FlowNode => {
    const node = item.kind === 'step' ? draft.nodes[item.index] : undefined
    const data = node
      ? stepData(node, steps, { used: used.get(item.key) ?? [], fault: faultOf.get(item.index) })
      : inputData(item.title, variableOfKey(item.key, draft), draft)
    return withHandles({
      id: item.key,
      type: item.kind === 'step' ? 'step' : 'data',
      position: places.get(item.key) ?? { x: 0, y: 0 },
      ariaLabel: `${item.kind === 'step' ? 'Step' : 'Input'} ${item.title}${data.fault ? `. ${data.fault}` : ''}`,
      data,
    })
  })
  const notes = (draft.layout?.notes ?? []).map(
    ({ text, x, y }, index): FlowNode => ({
      id: noteKey(index),
      type: 'note',
      position: { x, y },
      ...NOTE,
      measured: NOTE,
      ariaLabel: fill(texts.noteWith, text),
      zIndex: -1,
      data: { text },
    }),
  )
  return [...made, ...notes].map((node) => {
    const old = before.get(node.id)
    return old && sameNode(old, node) ? old : node
  })
}

interface StepFacts {
  /** The edges that start at the node. */
  used: readonly GraphEdge[]
  fault: string | undefined
}

function stepData(node: WorkflowNode, steps: KnownSteps, { used, fault }: StepFacts): StepNodeData {
  const step = steps.stepOf(node)
  const outputNames = used.flatMap(({ slot }) => slot ?? [])
  const inputs = withNames(step?.version.inputs ?? [], Object.keys(node.inputs ?? {}))
  const outputs = withNames(step?.version.outputs ?? [], outputNames)
  return {
    title: node.title ?? step?.document.properties.Title ?? node.id,
    ...kindOf(node, step),
    step: step?.document.properties,
    inputs,
    outputs: node.forEach ? outputs.map((slot) => ({ ...slot, maxSlots: null })) : outputs,
    files: inputs.map(({ name }) =>
      (ownValue(node.inputs, name) ?? []).filter((source) => source.workData !== undefined),
    ),
    repeats: node.forEach !== undefined,
    conditional: node.when !== undefined,
    fault,
  }
}

function kindOf({ step: { function: name, version } }: WorkflowNode, known: KnownStep | undefined) {
  if (known?.workflowVersion === undefined) return { subtitle: name, version: known?.version.version ?? version }
  return { subtitle: texts.workflow, version: fill(texts.version, known.workflowVersion) }
}

function inputData(title: string, name: string | undefined, { variables = {} }: Draft): StepNodeData {
  const isList = name !== undefined && ownValue(variables, name)?.type === 'array'
  return {
    title,
    subtitle: isList ? 'input, several files' : 'input, one file',
    version: undefined,
    step: undefined,
    inputs: [],
    outputs: [{ ...ANY, maxSlots: isList ? null : 1 }],
    files: [],
    repeats: false,
    conditional: false,
    fault: undefined,
  }
}

/** Adds slots that are in use although the step lacks them, so that their edges can be seen and removed. */
function withNames(slots: readonly StepSlot[], names: readonly string[]): readonly StepSlot[] {
  const missing = [...new Set(names)].filter((name) => !slots.some((slot) => slot.name === name))
  return missing.length === 0 ? slots : [...slots, ...missing.map((name) => ({ ...ANY, name }))]
}

function withHandles(node: Node<StepNodeData, 'step' | 'data'>): FlowNode {
  const { inputs, outputs } = node.data
  const half = HANDLE / 2
  const at = (id: string, type: 'source' | 'target', y: number) => ({
    id,
    type,
    position: (type === 'source' ? 'right' : 'left') as never,
    x: (type === 'source' ? NODE_WIDTH : 0) - half,
    y: y - half,
    width: HANDLE,
    height: HANDLE,
  })
  const size = { width: NODE_WIDTH, height: nodeHeight(Math.max(inputs.length, outputs.length)) }
  return {
    ...node,
    ...size,
    // Set before rendering, so that `fitView` includes nodes outside the view, which are not rendered.
    measured: size,
    handles: [
      ...inputs.map(({ name }, row) => at(inputHandle(name), 'target', rowMiddle(row))),
      ...outputs.map(({ name }, row) => at(outputHandle(name), 'source', rowMiddle(row))),
    ],
  }
}

/** The messages are by the index of the node. */
function firstFaults(faults: readonly Fault[]): Map<number, string> {
  const first = new Map<number, string>()
  for (const { pointer, message } of faults) {
    const index = /^\/nodes\/(\d+)/.exec(pointer)?.[1]
    if (index !== undefined && !first.has(Number(index))) first.set(Number(index), message)
  }
  return first
}

function sameNode(a: FlowNode, b: FlowNode): boolean {
  if (a.type !== b.type || a.position.x !== b.position.x || a.position.y !== b.position.y) return false
  const [left, right] = [a.data as Record<string, unknown>, b.data as Record<string, unknown>]
  return Object.keys(right).every((key) => sameValue(left[key], right[key]))
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && JSON.stringify(a) === JSON.stringify(b)
}
