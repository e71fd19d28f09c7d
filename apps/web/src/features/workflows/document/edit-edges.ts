import { ownValue, partsOf, pointerOf, withValueAt } from '@millrace/parameters/pointer'
import { graphOf, variableOfKey } from '@millrace/workflows/graph'
import { slotsFit } from '@millrace/workflows/slots-fit'
import type { StepSlot } from '@millrace/workflows/steps'
import type { Draft, Edit, WorkflowNode } from './draft.ts'
import { withoutItems } from './references.ts'

/** An end of a connection: the key of a node or workflow input, and a slot. Workflow inputs have no slot. */
export interface Port {
  key: string
  slot: string | undefined
}

/** Returns the slots of a node on the canvas. A workflow input has one output of any type, without a name. */
export type SlotsOf = (key: string) => { inputs: readonly StepSlot[]; outputs: readonly StepSlot[] } | undefined

type Source = NonNullable<WorkflowNode['inputs']>[string][number]

/**
 * Connects an output or a workflow input to an input slot. If the slot already has `most` sources, the last one is
 * replaced.
 */
export function connect(from: Port, to: { key: string; slot: string }, most: number | null): Edit {
  return (draft) => {
    const variable = variableOfKey(from.key, draft)
    const source: Source = variable === undefined ? { node: from.key, slot: from.slot ?? '' } : { variable }
    return withInputs(draft, to.key, (inputs) => {
      const before = ownValue(inputs, to.slot) ?? []
      if (before.some((other) => JSON.stringify(other) === JSON.stringify(source))) return inputs
      const kept = most !== null && before.length >= most ? before.slice(0, most - 1) : before
      return { ...inputs, [to.slot]: [...kept, source] }
    })
  }
}

export function addSource(key: string, slot: string, source: Source): Edit {
  return (draft) =>
    withInputs(draft, key, (inputs) => ({ ...inputs, [slot]: [...(ownValue(inputs, slot) ?? []), source] }))
}

/** Replaces the work data that is assigned to an input slot. Sources of other kinds are kept. */
export function chooseFiles(key: string, slot: string, hrefs: readonly string[]): Edit {
  return (draft) =>
    withInputs(draft, key, ({ [slot]: before = [], ...others }) => {
      const left = hrefs.map((workData) => ({ workData }))
      const kept = before.flatMap((source) => (source.workData === undefined ? [source] : left.splice(0, 1)))
      const sources = [...kept, ...left]
      return sources.length > 0 ? { ...others, [slot]: sources } : others
    })
}

/**
 * Removes the reference at a JSON pointer of the definition. A condition that contains the reference is removed as a
 * whole. If the reference is in `forEach`, references to the current item are removed, too.
 */
export function disconnect(pointer: string): Edit {
  return (draft) => {
    const [, index, group, name, at] = partsOf(pointer)
    const node = draft.nodes[Number(index)]
    if (!node || group === undefined) return draft
    if (group === 'inputs' && name !== undefined) {
      return withInputs(draft, node.id, (inputs) => {
        const left = (ownValue(inputs, name) ?? []).filter((_, position) => String(position) !== at)
        const { [name]: _slot, ...others } = inputs
        return left.length > 0 ? { ...inputs, [name]: left } : others
      })
    }
    const changed = changedAt(node, group, name)
    return { ...draft, nodes: draft.nodes.map((other) => (other === node ? changed : other)) }
  }
}

function changedAt(node: WorkflowNode, group: string, name: string | undefined): WorkflowNode {
  const { [group as keyof WorkflowNode]: before, ...rest } = node
  if (group === 'forEach') return withoutItems(rest as WorkflowNode)
  if (group === 'after' && Array.isArray(before)) {
    const left = before.filter((_, position) => String(position) !== name)
    return (left.length > 0 ? { ...rest, after: left } : rest) as WorkflowNode
  }
  if (group !== 'parameters' || name === undefined) return rest as WorkflowNode
  const parameters = withValueAt(before, pointerOf([name]), undefined) as object
  return (Object.keys(parameters).length > 0 ? { ...rest, parameters } : rest) as WorkflowNode
}

function withInputs(
  draft: Draft,
  id: string,
  change: (inputs: NonNullable<WorkflowNode['inputs']>) => NonNullable<WorkflowNode['inputs']>,
): Draft {
  return {
    ...draft,
    nodes: draft.nodes.map((node) => {
      if (node.id !== id) return node
      const { inputs: before = {}, ...rest } = node
      const inputs = change(before)
      return Object.keys(inputs).length > 0 ? { ...rest, inputs } : rest
    }),
  }
}

/** Returns the input slots that an output can fill: those of a fitting type that would not create a cycle. */
export function targetsOf(draft: Draft, from: Port, slotsOf: SlotsOf): { key: string; slot: string }[] {
  const output = outputOf(from, slotsOf)
  if (!output) return []
  const earlier = reachable(draft, from.key, 'back')
  return draft.nodes.flatMap(({ id }) => {
    if (id === from.key || earlier.has(id)) return []
    const fitting = slotsOf(id)?.inputs.filter((input) => slotsFit(output, input)) ?? []
    return fitting.map(({ name }) => ({ key: id, slot: name }))
  })
}

/** Returns the outputs and workflow inputs that can fill an input slot without creating a cycle. */
export function sourcesOf(draft: Draft, to: { key: string; slot: string }, slotsOf: SlotsOf): Port[] {
  const input = slotsOf(to.key)?.inputs.find(({ name }) => name === to.slot)
  if (!input) return []
  const later = reachable(draft, to.key, 'on')
  return graphOf(draft).nodes.flatMap(({ key, kind }) => {
    if (key === to.key || later.has(key)) return []
    const fitting = slotsOf(key)?.outputs.filter((output) => slotsFit(output, input)) ?? []
    return fitting.map(({ name }) => ({ key, slot: kind === 'input' ? undefined : name }))
  })
}

/** Returns the output slot of a port, or the first output if the port has no slot. Undefined if there is none. */
export function outputOf({ key, slot }: Port, slotsOf: SlotsOf): StepSlot | undefined {
  const outputs = slotsOf(key)?.outputs ?? []
  return slot === undefined ? outputs[0] : outputs.find(({ name }) => name === slot)
}

/** Returns the keys on which a key depends (`back`), or that depend on it (`on`), directly or indirectly. */
export function reachable(draft: Draft, start: string, direction: 'on' | 'back'): Set<string> {
  const next = new Map<string, string[]>()
  for (const { from, to } of graphOf(draft).edges) {
    const [a, b] = direction === 'on' ? [from, to] : [to, from]
    next.set(a, [...(next.get(a) ?? []), b])
  }
  const found = new Set<string>()
  const waiting = [start]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const other of next.get(key) ?? []) {
      if (found.has(other)) continue
      found.add(other)
      waiting.push(other)
    }
  }
  return found
}
