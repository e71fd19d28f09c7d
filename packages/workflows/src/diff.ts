import { isRecord, sameJson } from '@millrace/parameters/pointer'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'

export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'renamed'
  /** What was changed. `step` means a node. */
  of: 'workflow' | 'variable' | 'step' | 'output'
  name: string
  /** The changed setting, such as `parameters › window`. Only for kind `changed`. */
  setting?: string
  before?: unknown
  /** The value after the change. For a renamed node, its new id. */
  after?: unknown
}

/**
 * Maximum number of pairs to compare. A pair is a removed and an added node. If there are more pairs, renamed nodes are
 * listed as removed and added.
 */
const PAIRS_MAX = 10_000

/** Lists the changes between two versions of a workflow, by node and setting. Positions are ignored. */
export function changesOf(before: WorkflowDefinition, after: WorkflowDefinition): Change[] {
  const nodes = (definition: WorkflowDefinition) => Object.fromEntries(definition.nodes.map((node) => [node.id, node]))
  const ids = renamedSteps(before, after)
  const old = ids.size > 0 ? withIds(before, ids) : before
  return [
    ...settings('workflow', '', textsOf(before), textsOf(after)),
    ...entries('variable', old.variables ?? {}, after.variables ?? {}),
    ...[...ids].map(([name, id]): Change => ({ kind: 'renamed', of: 'step', name, after: id })),
    ...entries('step', nodes(old), nodes(after), flatNode),
    ...entries('output', old.outputs ?? {}, after.outputs ?? {}),
  ]
}

/**
 * Returns the new ids of renamed nodes, by old id. Pairs removed and added nodes with the same function, starting with
 * the pairs that differ least.
 */
function renamedSteps(before: WorkflowDefinition, after: WorkflowDefinition): Map<string, string> {
  const onlyIn = (one: WorkflowDefinition, other: WorkflowDefinition) => {
    const known = new Set(other.nodes.map(({ id }) => id))
    return one.nodes.filter(({ id }) => !known.has(id))
  }
  const [removed, added] = [onlyIn(before, after), onlyIn(after, before)]
  if (removed.length * added.length > PAIRS_MAX) return new Map()
  const pairs = removed.flatMap((old) =>
    added
      .filter(({ step }) => step.function === old.step.function)
      .map((now) => ({
        old: old.id,
        now: now.id,
        differing: settings('step', '', flatNode(old), flatNode(now)).length,
      })),
  )
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const { old, now } of pairs.toSorted((a, b) => a.differing - b.differing)) {
    if (ids.has(old) || taken.has(now)) continue
    ids.set(old, now)
    taken.add(now)
  }
  return ids
}

function withIds(definition: WorkflowDefinition, ids: ReadonlyMap<string, string>): WorkflowDefinition {
  const newId = (id: string) => ids.get(id) ?? id
  const { nodes, outputs } = definition
  const renamed = nodes.map(({ id, after, ...node }) => ({
    ...(rewritten(node, newId) as typeof node),
    id: newId(id),
    ...(after && { after: after.map(newId) }),
  }))
  return { ...definition, nodes: renamed, outputs: rewritten(outputs, newId) as typeof outputs }
}

/** Replaces the node ids in references. Leaves constants unchanged. */
function rewritten(value: unknown, newId: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => rewritten(part, newId))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'value') return [key, part]
      return [key, key === 'node' && typeof part === 'string' ? newId(part) : rewritten(part, newId)]
    }),
  )
}

function textsOf({ title, description }: WorkflowDefinition): Record<string, unknown> {
  return { title, description }
}

function flatNode({ id: _id, parameters = {}, inputs = {}, step, ...rest }: WorkflowNode): Record<string, unknown> {
  const named = (group: string, record: object) =>
    Object.entries(record).map(([name, value]) => [`${group} › ${name}`, value] as const)
  return {
    'step › function': step.function,
    'step › version': step.version,
    ...Object.fromEntries([...named('parameters', parameters), ...named('inputs', inputs)]),
    ...rest,
  }
}

function entries<T extends object>(
  of: Change['of'],
  before: Record<string, T>,
  after: Record<string, T>,
  flat: (value: T) => Record<string, unknown> = (value) => Object.fromEntries(Object.entries(value)),
): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): Change[] => {
    const [old, now] = [before[name], after[name]]
    if (old && now) return settings(of, name, flat(old), flat(now))
    return [{ kind: now ? 'added' : 'removed', of, name }]
  })
}

function settings(
  of: Change['of'],
  name: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys
    .filter((setting) => !sameJson(before[setting], after[setting]))
    .map((setting) => ({ kind: 'changed', of, name, setting, before: before[setting], after: after[setting] }))
}
