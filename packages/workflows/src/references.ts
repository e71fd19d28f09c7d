import { type PathPart, pointerOf } from '@millrace/parameters/pointer'
import type { Binding, Condition, Source, WorkflowDefinition, WorkflowNode } from './definition.ts'

export interface Reference {
  pointer: string
  /** Index of the node that contains the reference, or undefined for an output of the workflow. */
  from: number | undefined
  to:
    | { kind: 'variable'; name: string; asWorkData: boolean }
    | { kind: 'node'; id: string; slot?: string; result?: string; isOrderOnly?: true }
    | { kind: 'workData'; url: string }
    | { kind: 'item'; part: string; asWorkData: boolean }
}

/** Returns all references in a definition: those of the nodes, then those of the outputs. */
export function referencesOf({ nodes, outputs = {} }: WorkflowDefinition): Reference[] {
  const found = nodes.flatMap((node, index) => referencesOfNode(node, index))
  for (const [name, { node, slot }] of Object.entries(outputs)) {
    found.push({ pointer: pointerOf(['outputs', name]), from: undefined, to: { kind: 'node', id: node, slot } })
  }
  return found
}

/** Returns the references in one node. `index` is the node's position in the definition. */
export function referencesOfNode(node: WorkflowNode, index: number): Reference[] {
  const found: Reference[] = []
  const add = (path: PathPart[], bound: Binding & Source, asWorkData = false) => {
    const to = targetOf(bound, asWorkData)
    if (to) found.push({ pointer: pointerOf(['nodes', index, ...path]), from: index, to })
  }
  for (const [name, binding] of Object.entries(node.parameters ?? {}))
    add(['parameters', name], binding as Binding & Source)
  for (const [slot, sources] of Object.entries(node.inputs ?? {})) {
    for (const [at, source] of sources.entries()) add(['inputs', slot, at], source as Binding & Source, true)
  }
  for (const [at, id] of (node.after ?? []).entries()) {
    found.push({
      pointer: pointerOf(['nodes', index, 'after', at]),
      from: index,
      to: { kind: 'node', id, isOrderOnly: true },
    })
  }
  if (node.when) bindingsIn(node.when, ['when'], (path, binding) => add(path, binding as Binding & Source))
  if (node.forEach) add(['forEach'], node.forEach as Binding & Source)
  return found
}

function targetOf(bound: Binding & Source, asWorkData: boolean): Reference['to'] | undefined {
  if (bound.variable !== undefined) return { kind: 'variable', name: bound.variable, asWorkData }
  if (bound.node !== undefined) {
    const { node: id, slot, result } = bound
    return { kind: 'node', id, ...(slot !== undefined && { slot }), ...(result !== undefined && { result }) }
  }
  if (bound.workData !== undefined) return { kind: 'workData', url: bound.workData }
  return bound.item === undefined ? undefined : { kind: 'item', part: bound.item, asWorkData }
}

function bindingsIn(condition: Condition, path: PathPart[], visit: (path: PathPart[], binding: Binding) => void): void {
  for (const key of ['all', 'any'] as const) {
    for (const [at, part] of (condition[key] ?? []).entries()) bindingsIn(part, [...path, key, at], visit)
  }
  if (condition.not) bindingsIn(condition.not, [...path, 'not'], visit)
  if (condition.compare) {
    visit([...path, 'compare', 'left'], condition.compare.left)
    visit([...path, 'compare', 'right'], condition.compare.right)
  }
}
