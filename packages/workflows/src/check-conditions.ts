import type { Fault } from '@millrace/contracts/problems'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue, type PathPart, pointerOf } from '@millrace/parameters/pointer'
import type { Binding, Condition, WorkflowDefinition } from './definition.ts'
import { isNumeric, typesOf, typeText } from './types-fit.ts'

/**
 * Finds comparisons with “less than” or “greater than” whose sides are neither two numbers nor two strings. Values that
 * nodes return are not checked, because they are known only while the workflow runs.
 */
export function conditionFaults({ nodes, variables = {} }: WorkflowDefinition): Fault[] {
  return nodes.flatMap(({ when }, index) =>
    when ? comparisonsIn(when, ['nodes', index, 'when']).flatMap((found) => faultOf(found, variables)) : [],
  )
}

interface Comparison {
  path: PathPart[]
  compare: NonNullable<Condition['compare']>
}

function comparisonsIn({ all, any, not, compare }: Condition, path: PathPart[]): Comparison[] {
  return [
    ...(all ?? []).flatMap((part, at) => comparisonsIn(part, [...path, 'all', at])),
    ...(any ?? []).flatMap((part, at) => comparisonsIn(part, [...path, 'any', at])),
    ...(not ? comparisonsIn(not, [...path, 'not']) : []),
    ...(compare ? [{ path: [...path, 'compare'], compare }] : []),
  ]
}

function faultOf({ path, compare }: Comparison, variables: NonNullable<WorkflowDefinition['variables']>): Fault[] {
  if (compare.is === 'eq' || compare.is === 'ne') return []
  const [left, right] = [compare.left, compare.right].map((binding) => schemaOf(binding, variables))
  if (!left || !right || canBeOrdered(left, right)) return []
  const message = `The condition compares ${typeText(left)} with ${typeText(right)}. Compare two numbers or two strings.`
  return [{ pointer: pointerOf(path), message }]
}

/** Returns the schema of one side of a comparison. Undefined if the type is not known before the workflow runs. */
function schemaOf(
  { value, variable }: Binding,
  variables: NonNullable<WorkflowDefinition['variables']>,
): Pick<JsonSchema, 'type'> | undefined {
  if (value !== undefined) return { type: typeOfJson(value) }
  const schema = variable === undefined ? undefined : (ownValue(variables, variable) as JsonSchema | undefined)
  return schema && typesOf(schema) ? schema : undefined
}

function typeOfJson(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function canBeOrdered(left: Pick<JsonSchema, 'type'>, right: Pick<JsonSchema, 'type'>): boolean {
  const [a = [], b = []] = [typesOf(left), typesOf(right)]
  return (a.some(isNumeric) && b.some(isNumeric)) || (a.includes('string') && b.includes('string'))
}
