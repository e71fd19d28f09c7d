import { sameJson } from '@millrace/parameters/pointer'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'

/** A difference between two versions of a workflow. */
export interface Change {
  kind: 'added' | 'removed' | 'changed'
  /** What differs: `workflow`, a variable, a step, or an output. */
  of: 'workflow' | 'variable' | 'step' | 'output'
  name: string
  /** For what changed: the setting, such as `parameters › window`. */
  setting?: string
  before?: unknown
  after?: unknown
}

/** What changed from one version to another, step by step and setting by setting. Positions do not count. */
export function changesOf(before: WorkflowDefinition, after: WorkflowDefinition): Change[] {
  const nodes = (definition: WorkflowDefinition) => Object.fromEntries(definition.nodes.map((node) => [node.id, node]))
  return [
    ...settings('workflow', '', textsOf(before), textsOf(after)),
    ...entries('variable', before.variables ?? {}, after.variables ?? {}),
    ...entries('step', nodes(before), nodes(after), flatNode),
    ...entries('output', before.outputs ?? {}, after.outputs ?? {}),
  ]
}

function textsOf({ title, description }: WorkflowDefinition): Record<string, unknown> {
  return { title, description }
}

/** Parameters and inputs are settings of their own. */
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
