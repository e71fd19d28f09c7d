import { ownValue, sameJson } from '@millrace/parameters/pointer'
import { variableOfKey } from '@millrace/workflows/graph'
import type { StepSlot } from '@millrace/workflows/steps'
import { isWorkDataVariable } from '@millrace/workflows/variables'
import type { Draft, Edit, WorkflowNode } from './draft.ts'
import { connect, type Port, type SlotsOf } from './edit-edges.ts'
import { patchNode } from './edit-nodes.ts'
import { withoutItems } from './references.ts'

export type ForEach = NonNullable<WorkflowNode['forEach']>
type Source = NonNullable<WorkflowNode['inputs']>[string][number]

const ITEM: Source = { item: '' }

interface Ends {
  from: Port
  output: StepSlot | undefined
  to: { key: string; slot: string }
  input: StepSlot | undefined
}

/**
 * Fills an input slot. If the slot takes one file but is given several, the step repeats over them, unless it already
 * repeats.
 */
export function connectSlots({ from, output, to, input }: Ends): Edit {
  const most = input?.maxSlots ?? null
  return (draft) => {
    const connected = connect(from, to, most)(draft)
    const over = most === 1 ? severalFiles(draft, from, output) : undefined
    const repeats = connected.nodes.find(({ id }) => id === to.key)?.forEach !== undefined
    return over && !repeats ? repeatOver(to.key, over)(connected) : connected
  }
}

/** Undefined for an output of a single file. */
function severalFiles(draft: Draft, { key, slot }: Port, output: StepSlot | undefined): ForEach | undefined {
  const variable = variableOfKey(key, draft)
  if (variable !== undefined) return ownValue(draft.variables, variable)?.type === 'array' ? { variable } : undefined
  const repeats = draft.nodes.find(({ id }) => id === key)?.forEach !== undefined
  const isMany = repeats || (output !== undefined && output.maxSlots !== 1)
  return isMany && slot !== undefined ? { node: key, slot } : undefined
}

/** Makes a step repeat. Inputs that received the whole collection receive the current item instead. */
export function repeatOver(id: string, forEach: ForEach): Edit {
  return (draft) =>
    patchNode(id, { forEach, ...sourcesOf(draft, id, (source) => (sameJson(source, forEach) ? ITEM : source)) })(draft)
}

/**
 * Makes a step repeat. If it ran once before, so that it now produces several files, later steps whose input takes one
 * file repeat over them.
 */
export function repeatWithLater(id: string, forEach: ForEach, slotsOf: SlotsOf): Edit {
  return (draft) => {
    const repeated = repeatOver(id, forEach)(draft)
    if (draft.nodes.find((node) => node.id === id)?.forEach) return repeated
    return repeated.nodes.reduce((before, { id: later }) => {
      const over = filesForOne(before, later, { from: id, slotsOf })
      return over ? repeatWithLater(later, over, slotsOf)(before) : before
    }, repeated)
  }
}

/** Returns the output of `from` that an input for one file receives. Undefined if the step already repeats. */
function filesForOne(draft: Draft, id: string, { from, slotsOf }: { from: string; slotsOf: SlotsOf }) {
  const node = draft.nodes.find((candidate) => candidate.id === id)
  if (!node || node.forEach) return undefined
  const single = slotsOf(id)?.inputs.filter(({ maxSlots }) => maxSlots === 1) ?? []
  return single
    .flatMap(({ name }) => ownValue(node.inputs, name) ?? [])
    .find((source) => source.node === from && source.slot !== undefined) as ForEach | undefined
}

/**
 * Makes a step run once. If it repeated over work data, inputs that received the current item receive the whole
 * collection. Other references to the current item are removed.
 */
export function runOnce(id: string): Edit {
  return (draft) => {
    const all = draft.nodes.find((node) => node.id === id)?.forEach
    const isFiles = all?.slot !== undefined || isWorkDataVariable(ownValue(draft.variables, all?.variable ?? ''))
    const once = (source: Source) => (source.item !== undefined && all && isFiles ? (all as Source) : source)
    const changed = patchNode(id, { forEach: undefined, ...sourcesOf(draft, id, once) })(draft)
    return { ...changed, nodes: changed.nodes.map((node) => (node.id === id ? withoutItems(node) : node)) }
  }
}

function sourcesOf(draft: Draft, id: string, change: (source: Source) => Source): Pick<WorkflowNode, 'inputs'> {
  const { inputs } = draft.nodes.find((node) => node.id === id) ?? {}
  if (!inputs) return {}
  return { inputs: Object.fromEntries(Object.entries(inputs).map(([slot, sources]) => [slot, sources.map(change)])) }
}
