import { isRecord, ownValue, partsOf } from '@millrace/parameters/pointer'
import { inputKey, variableOfKey } from '@millrace/workflows/graph'
import { readDefinition } from '@millrace/workflows/read-definition'
import { referencesOf, referencesOfNode } from '@millrace/workflows/references'
import { isWorkDataVariable } from '@millrace/workflows/variables'
import {
  type Draft,
  type Edit,
  freeName,
  idsOf,
  noteKey,
  noteOfKey,
  type Place,
  type WorkflowNode,
  withLayout,
} from './draft.ts'
import { rewriteReferences } from './references.ts'
import * as texts from './texts.ts'

/** A copied part of a workflow. Its nodes may refer to nodes outside of the fragment. */
export interface Fragment extends Pick<Draft, 'nodes' | 'variables' | 'layout'> {
  /**
   * Variables that were copied only because nodes refer to them. If the workflow into which the fragment is pasted has
   * a variable with the same name and type, that variable is used instead of a copy.
   */
  alongside?: readonly string[]
}

const KIND = 'millrace-workflow-fragment'

/** Returns the selected nodes, inputs and notes as a fragment. */
export function fragmentOf(draft: Draft, keys: readonly string[]): Fragment {
  const wanted = new Set(keys)
  const nodes = draft.nodes.filter(({ id }) => wanted.has(id))
  const names = keys.flatMap((key) => variableOfKey(key, draft) ?? [])
  const notes = keys.flatMap((key) => draft.layout?.notes?.[noteOfKey(key) ?? -1] ?? [])
  const places = Object.entries(draft.layout?.nodes ?? {}).filter(([key]) => wanted.has(key))
  const used = referencesOf({ ...draft, nodes, outputs: {} }).flatMap(({ to }) =>
    to.kind === 'variable' && Object.hasOwn(draft.variables ?? {}, to.name) ? [to.name] : [],
  )
  const alongside = [...new Set(used)].filter((name) => !names.includes(name))
  const variables = Object.fromEntries([...names, ...alongside].map((name) => [name, draft.variables?.[name] ?? {}]))
  return { nodes, variables, alongside, layout: { nodes: Object.fromEntries(places), notes } }
}

/** Converts a fragment to clipboard text, which `readFragment` reads. */
export function fragmentText(fragment: Fragment): string {
  return JSON.stringify({ kind: KIND, ...fragment }, undefined, 2)
}

/**
 * Reads a fragment or a whole definition from clipboard text. Undefined for anything else, such as a damaged fragment.
 */
export function readFragment(text: string): Fragment | undefined {
  const value = parsed(text)
  if (!isRecord(value)) return undefined
  const { kind, alongside, ...document } = value
  if (kind !== KIND) return readDefinition(value).definition
  const isEmpty = Array.isArray(document.nodes) && document.nodes.length === 0
  const nodes = isEmpty ? [STEP] : document.nodes
  const { definition } = readDefinition({ ...document, version: 1, title: KIND, nodes })
  const names = Array.isArray(alongside) ? alongside.filter((name) => typeof name === 'string') : []
  return definition && { ...definition, nodes: isEmpty ? [] : definition.nodes, alongside: names }
}

/**
 * Placeholder node for validating fragments: definitions need at least one node, but a fragment may have only inputs
 * and notes.
 */
const STEP = { id: 'step', step: { function: 'step' } }

function parsed(text: string): unknown {
  try {
    return text.includes('"nodes"') ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the names of the parts that pasting leaves out, by node of the fragment: references to nodes that are neither
 * in the fragment nor in the workflow, and references to the current item if the node can no longer repeat.
 */
export function leftOutOf(fragment: Fragment, draft: Draft): { node: WorkflowNode; parts: string[] }[] {
  const known = new Set([...idsOf(draft), ...fragment.nodes.map(({ id }) => id)])
  return fragment.nodes.flatMap((node, index) => {
    const isRepeated = node.forEach?.node === undefined || known.has(node.forEach.node)
    const lost = referencesOfNode(node, index).filter(
      ({ to }) => (to.kind === 'node' && !known.has(to.id)) || (to.kind === 'item' && !isRepeated),
    )
    const parts = [...new Set(lost.map(({ pointer }) => partName(pointer)))]
    return parts.length > 0 ? [{ node, parts }] : []
  })
}

/** Display names of the parts of a node that are neither parameters nor inputs. */
const PARTS: Readonly<Record<string, string>> = { after: texts.order, when: texts.onlyIf, forEach: texts.forEachItem }

function partName(pointer: string): string {
  const [, , part = '', name = ''] = partsOf(pointer)
  return PARTS[part] ?? name
}

/**
 * Returns an edit that adds a fragment under free names, moved by an offset. References within the fragment are
 * renamed; others are kept if their target exists. `keysIn` returns the keys under which the edit adds the nodes,
 * inputs and notes to a draft.
 */
export function pasteFragment(fragment: Fragment, by: Place): { edit: Edit; keysIn: (draft: Draft) => string[] } {
  const alongside = new Set(fragment.alongside)
  const namesIn = (draft: Draft) => {
    const ids = idsOf(draft)
    const variables = new Set(Object.keys(draft.variables ?? {}))
    const take = (taken: Set<string>, name: string) => {
      const free = freeName(name, taken)
      taken.add(free)
      return [name, free] as const
    }
    return {
      ids: new Map(fragment.nodes.map(({ id }) => take(ids, id))),
      variables: new Map(
        Object.entries(fragment.variables ?? {}).flatMap(([name, schema]) =>
          alongside.has(name) && isAlike(schema, ownValue(draft.variables, name)) ? [] : [take(variables, name)],
        ),
      ),
    }
  }
  return {
    edit: (draft) => pasted(draft, fragment, by, namesIn(draft)),
    keysIn: (draft) => {
      const { ids, variables } = namesIn(draft)
      const first = draft.layout?.notes?.length ?? 0
      const notes = (fragment.layout?.notes ?? []).map((_, index) => noteKey(first + index))
      const inputs = [...variables].flatMap(([name, free]) => (alongside.has(name) ? [] : [inputKey(free)]))
      return [...ids.values(), ...inputs, ...notes]
    },
  }
}

function isAlike(one: Record<string, unknown>, other: Record<string, unknown> | undefined): boolean {
  return other?.type === one.type && isWorkDataVariable(other) === isWorkDataVariable(one)
}

interface Names {
  ids: ReadonlyMap<string, string>
  variables: ReadonlyMap<string, string>
}

function pasted(draft: Draft, fragment: Fragment, by: Place, { ids, variables }: Names): Draft {
  const known = idsOf(draft)
  const isKnown = ({ node, variable }: { node?: string | undefined; variable?: string | undefined }) =>
    (node === undefined || known.has(node)) &&
    (variable === undefined || Object.hasOwn(draft.variables ?? {}, variable))
  const moved = rewriteReferences(
    { ...draft, nodes: fragment.nodes },
    (reference) => {
      const node = reference.node === undefined ? undefined : ids.get(reference.node)
      const variable = reference.variable === undefined ? undefined : variables.get(reference.variable)
      if (node !== undefined) return { ...reference, node }
      if (variable !== undefined) return { ...reference, variable }
      return isKnown(reference) ? reference : undefined
    },
    (id) => ids.get(id) ?? (known.has(id) ? id : undefined),
  ).nodes.map((node, index) => ({ ...node, id: ids.get(fragment.nodes[index]?.id ?? '') ?? node.id }))
  const shift = ({ x, y }: Place) => ({ x: Math.round(x + by.x), y: Math.round(y + by.y) })
  const keys = new Map([...ids, ...[...variables].map(([name, free]) => [inputKey(name), inputKey(free)] as const)])
  const places = Object.entries(fragment.layout?.nodes ?? {}).map(([key, at]) => [keys.get(key) ?? key, shift(at)])
  const added = [...variables].map(([name, free]) => [free, fragment.variables?.[name] ?? {}] as const)
  return withLayout(
    {
      ...draft,
      nodes: [...draft.nodes, ...moved],
      ...(added.length > 0 && { variables: { ...draft.variables, ...Object.fromEntries(added) } }),
    },
    {
      nodes: { ...draft.layout?.nodes, ...(Object.fromEntries(places) as Record<string, Place>) },
      notes: [
        ...(draft.layout?.notes ?? []),
        ...(fragment.layout?.notes ?? []).map((note) => ({ ...note, ...shift(note) })),
      ],
    },
  )
}
