import { labelOf } from './field-kind.ts'
import type { JsonSchema } from './json-schema.ts'
import { partsOf } from './pointer.ts'

/** What people call the place a pointer names: `Fill › Value`; a row of a list is named by its number. */
export function labelAt(schema: JsonSchema, pointer: string): string {
  const labels: string[] = []
  let node: JsonSchema | undefined = schema
  for (const part of partsOf(pointer)) {
    if (node?.items && /^\d+$/.test(part)) {
      labels.push(`${Number(part) + 1}`)
      node = node.items
    } else {
      const child: JsonSchema | undefined = node && propertyOf(node, part)
      labels.push(child ? labelOf(child, part) : part)
      node = child
    }
  }
  return labels.join(' › ') || 'Parameters'
}

/** A property of the schema itself or of one of its variants. */
function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const own = schema.properties?.[name]
  if (own) return own
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return branches.map((branch) => propertyOf(branch, name)).find((found) => found !== undefined)
}
