import type { Draft, WorkflowNode } from './draft.ts'

type Binding = NonNullable<WorkflowNode['parameters']>[string]
type Source = NonNullable<WorkflowNode['inputs']>[string][number]
type Condition = NonNullable<WorkflowNode['when']>
type Reference = { node?: string | undefined; variable?: string | undefined; item?: string | undefined }

/** Returns the replacement of a node's reference, or undefined to drop the reference. */
export type Rewrite = <R extends Reference>(reference: R) => R | undefined

/**
 * Rewrites the references in nodes, but not those in the workflow's outputs. `renamed` maps the ids in `after`. Nodes
 * whose references don't change stay the same objects.
 */
export function rewriteReferences(draft: Draft, rewrite: Rewrite, renamed?: (id: string) => string | undefined): Draft {
  const nodes = draft.nodes.map((node) => rewriteNode(node, rewrite, renamed))
  const changed = nodes.some((node, index) => node !== draft.nodes[index])
  return changed ? { ...draft, nodes } : draft
}

function rewriteNode(node: WorkflowNode, rewrite: Rewrite, renamed: (id: string) => string | undefined = (id) => id) {
  const { parameters, inputs, after, when, forEach, ...rest } = node
  const next: WorkflowNode = {
    ...rest,
    ...(parameters && compact('parameters', rewriteRecord(parameters, rewrite))),
    ...(inputs && compact('inputs', rewriteInputs(inputs, rewrite))),
    ...(after &&
      compact(
        'after',
        after.flatMap((id) => renamed(id) ?? []),
      )),
    ...(when && compact('when', rewriteCondition(when, rewrite))),
    ...(forEach && compact('forEach', rewrite(forEach))),
  }
  if (forEach && !next.forEach) return withoutItems(next)
  return JSON.stringify(ordered(next)) === JSON.stringify(ordered(node)) ? node : next
}

/** Removes references to the current item from a node that no longer repeats. */
export function withoutItems(node: WorkflowNode): WorkflowNode {
  return rewriteNode(node, (reference) => (reference.item === undefined ? reference : undefined))
}

/** Orders the keys, so that two nodes can be compared as JSON text. */
function ordered({ parameters, inputs, after, when, forEach, ...rest }: WorkflowNode) {
  return { rest, parameters, inputs, after, when, forEach }
}

function compact<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  const isEmpty =
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return isEmpty ? {} : ({ [key]: value } as Record<K, V>)
}

function rewriteRecord(record: Record<string, Binding>, rewrite: Rewrite): Record<string, Binding> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, binding]) => {
      const next = rewrite(binding)
      return next ? [[name, next]] : []
    }),
  )
}

function rewriteInputs(inputs: Record<string, Source[]>, rewrite: Rewrite): Record<string, Source[]> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, sources]) => {
      const next = sources.flatMap((source) => rewrite(source) ?? [])
      return next.length > 0 ? [[name, next]] : []
    }),
  )
}

/** A comparison that loses one of its bindings is dropped. Undefined if nothing is left. */
function rewriteCondition(condition: Condition, rewrite: Rewrite): Condition | undefined {
  const { all, any, not, compare } = condition
  const parts = (list: Condition[]) => list.flatMap((part) => rewriteCondition(part, rewrite) ?? [])
  if (all || any) {
    const kept = parts(all ?? any ?? [])
    if (kept.length === 0) return undefined
    return all ? { all: kept } : { any: kept }
  }
  if (not) {
    const kept = rewriteCondition(not, rewrite)
    return kept && { not: kept }
  }
  if (!compare) return condition
  const [left, right] = [rewrite(compare.left), rewrite(compare.right)]
  return left && right ? { compare: { ...compare, left, right } } : undefined
}
