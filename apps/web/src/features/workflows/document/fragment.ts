import { isRecord } from '@millrace/parameters/pointer'
import { inputKey, variableOfKey } from '@millrace/workflows/graph'
import { readDefinition } from '@millrace/workflows/read-definition'
import { type Draft, type Edit, freeName, idsOf, noteKey, noteOfKey, type Place, withLayout } from './draft.ts'
import { rewriteReferences } from './references.ts'

/** A part of a workflow, as it is copied: a definition of its own, whose references may lead outside. */
export type Fragment = Pick<Draft, 'nodes' | 'variables' | 'layout'>

/** What the clipboard contains. The kind distinguishes it from other JSON. */
const KIND = 'millrace-workflow-fragment'

/** The selected nodes, inputs and notes. */
export function fragmentOf(draft: Draft, keys: readonly string[]): Fragment {
  const wanted = new Set(keys)
  const nodes = draft.nodes.filter(({ id }) => wanted.has(id))
  const names = keys.flatMap((key) => variableOfKey(key, draft) ?? [])
  const notes = keys.flatMap((key) => draft.layout?.notes?.[noteOfKey(key) ?? -1] ?? [])
  const places = Object.entries(draft.layout?.nodes ?? {}).filter(([key]) => wanted.has(key))
  const variables = Object.fromEntries(names.map((name) => [name, draft.variables?.[name] ?? {}]))
  return { nodes, variables, layout: { nodes: Object.fromEntries(places), notes } }
}

export function fragmentText(fragment: Fragment): string {
  return JSON.stringify({ kind: KIND, ...fragment }, undefined, 2)
}

/** Reads the clipboard: a fragment or a whole definition. Undefined for anything else, such as a damaged fragment. */
export function readFragment(text: string): Fragment | undefined {
  const value = parsed(text)
  if (!isRecord(value)) return undefined
  const { kind, ...document } = value
  if (kind !== KIND) return readDefinition(value).definition
  const isEmpty = Array.isArray(document.nodes) && document.nodes.length === 0
  const nodes = isEmpty ? [STEP] : document.nodes
  const { definition } = readDefinition({ ...document, version: 1, title: KIND, nodes })
  return definition && { ...definition, nodes: isEmpty ? [] : definition.nodes }
}

/** Definitions have at least one node, fragments may have only inputs and notes. */
const STEP = { id: 'step', step: { function: 'step' } }

function parsed(text: string): unknown {
  try {
    return text.includes('"nodes"') ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Adds a fragment under free names, moved by an offset. References within it follow; others stay if they exist. */
export function pasteFragment(fragment: Fragment, by: Place): { edit: Edit; keysIn: (draft: Draft) => string[] } {
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
      variables: new Map(Object.keys(fragment.variables ?? {}).map((name) => take(variables, name))),
    }
  }
  return {
    edit: (draft) => pasted(draft, fragment, by, namesIn(draft)),
    keysIn: (draft) => {
      const { ids, variables } = namesIn(draft)
      const first = draft.layout?.notes?.length ?? 0
      const notes = (fragment.layout?.notes ?? []).map((_, index) => noteKey(first + index))
      return [...ids.values(), ...[...variables.values()].map(inputKey), ...notes]
    },
  }
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
