import type { JsonSchema } from '@millrace/parameters/json-schema'
import { labelOf } from '@millrace/parameters/labels'
import { partsOf } from '@millrace/parameters/pointer'

/** Returns the labels on the path of a pointer: `Fill › Value`. Items of a list have their 1-based position. */
export function labelAt(schema: JsonSchema, pointer: string): string {
  const labels: string[] = []
  let node: JsonSchema | undefined = schema
  for (const part of partsOf(pointer)) {
    const child: JsonSchema | undefined = node && childOf(node, part)
    const isRow = node?.items !== undefined && child === node.items
    labels.push(isRow ? `${Number(part) + 1}` : child ? labelOf(child, part) : part)
    node = child
  }
  return labels.join(' › ') || 'Parameters'
}

/** Returns the subschema at a JSON pointer. Undefined if the schema has none. */
export function schemaAt(schema: JsonSchema, pointer: string): JsonSchema | undefined {
  return partsOf(pointer).reduce<JsonSchema | undefined>((node, part) => node && childOf(node, part), schema)
}

function childOf(node: JsonSchema, part: string): JsonSchema | undefined {
  return node.items && /^\d+$/.test(part) ? node.items : propertyOf(node, part)
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const own = schema.properties?.[name]
  if (own) return own
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return branches.map((branch) => propertyOf(branch, name)).find((found) => found !== undefined)
}
