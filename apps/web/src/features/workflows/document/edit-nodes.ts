import { variableOfKey } from '@millrace/workflows/graph'
import {
  type Draft,
  type Edit,
  freeName,
  idsOf,
  noteOfKey,
  type Place,
  type WorkflowNode,
  withLayout,
  without,
} from './draft.ts'
import { rewriteReferences } from './references.ts'

/** Adds a node that runs a step. The node's id is derived from the name of the function. */
export function addNode(functionName: string, at: Place, node: Partial<WorkflowNode> = {}): Edit {
  return (draft) => {
    const id = freeName(functionName, idsOf(draft))
    const layout = { ...draft.layout, nodes: { ...draft.layout?.nodes, [id]: rounded(at) } }
    return withLayout({ ...draft, nodes: [...draft.nodes, { id, step: { function: functionName }, ...node }] }, layout)
  }
}

export function nextId(draft: Draft, functionName: string): string {
  return freeName(functionName, idsOf(draft))
}

/** Changes properties of a node. A value of undefined removes the property. */
export function patchNode(id: string, patch: { [K in keyof WorkflowNode]?: WorkflowNode[K] | undefined }): Edit {
  return (draft) => ({
    ...draft,
    nodes: draft.nodes.map((node) => (node.id === id ? (definedOf({ ...node, ...patch }) as WorkflowNode) : node)),
  })
}

/** Changes the id of a node, and all references to the node. Does nothing if the new id is taken. */
export function renameNode(id: string, next: string): Edit {
  return (draft) => {
    if (next === id || idsOf(draft).has(next)) return draft
    const rewritten = rewriteReferences(
      draft,
      (reference) => (reference.node === id ? { ...reference, node: next } : reference),
      (other) => (other === id ? next : other),
    )
    const nodes = rewritten.nodes.map((node) => (node.id === id ? { ...node, id: next } : node))
    const { [id]: place, ...places } = draft.layout?.nodes ?? {}
    const outputs = Object.entries(draft.outputs ?? {}).map(
      ([name, output]) => [name, output.node === id ? { ...output, node: next } : output] as const,
    )
    return withLayout(
      { ...rewritten, nodes, ...(draft.outputs && { outputs: Object.fromEntries(outputs) }) },
      { ...draft.layout, nodes: place ? { ...places, [next]: place } : places },
    )
  }
}

/** Removes nodes, inputs and notes, with all references to them. */
export function removeKeys(keys: readonly string[]): Edit {
  return (draft) => {
    const ids = new Set(keys.filter((key) => idsOf(draft).has(key)))
    const variables = new Set(keys.flatMap((key) => variableOfKey(key, draft) ?? []))
    const notes = new Set(keys.flatMap((key) => noteOfKey(key) ?? []))
    const left: Draft = { ...draft, nodes: draft.nodes.filter(({ id }) => !ids.has(id)) }
    const freed = rewriteReferences(
      left,
      (reference) => (isAbout(reference, ids, variables) ? undefined : reference),
      (id) => (ids.has(id) ? undefined : id),
    )
    const outputs = Object.entries(draft.outputs ?? {}).filter(([, { node }]) => !ids.has(node))
    const { outputs: _outputs, variables: _variables, ...rest } = freed
    const kept = without(draft.variables ?? {}, variables)
    return withLayout(
      {
        ...rest,
        ...(Object.keys(kept).length > 0 && { variables: kept }),
        ...(outputs.length > 0 && { outputs: Object.fromEntries(outputs) }),
      },
      {
        nodes: without(draft.layout?.nodes ?? {}, new Set(keys)),
        notes: (draft.layout?.notes ?? []).filter((_, index) => !notes.has(index)),
      },
    )
  }
}

/**
 * Returns the name under which the workflow's report lists an output slot. Undefined if the report doesn't list the
 * slot.
 */
export function outputName(draft: Draft, node: string, slot: string): string | undefined {
  return Object.entries(draft.outputs ?? {}).find(([, output]) => output.node === node && output.slot === slot)?.[0]
}

/** Adds an output slot to the report, or removes it. */
export function toggleOutput(node: string, slot: string): Edit {
  return (draft) => {
    const name = outputName(draft, node, slot)
    const { outputs = {}, ...rest } = draft
    if (name === undefined) {
      return { ...rest, outputs: { ...outputs, [freeName(slot, new Set(Object.keys(outputs)))]: { node, slot } } }
    }
    const kept = without(outputs, new Set([name]))
    return Object.keys(kept).length > 0 ? { ...rest, outputs: kept } : rest
  }
}

function isAbout(
  { node, variable }: { node?: string | undefined; variable?: string | undefined },
  ids: ReadonlySet<string>,
  variables: ReadonlySet<string>,
): boolean {
  return (node !== undefined && ids.has(node)) || (variable !== undefined && variables.has(variable))
}

function definedOf(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

function rounded({ x, y }: Place): Place {
  return { x: Math.round(x), y: Math.round(y) }
}
