import type { JsonSchema } from '@millrace/parameters/json-schema'
import { partsOf } from '@millrace/parameters/pointer'

export interface FieldGroup {
  /** Undefined for the fields without `x-group`. */
  title: string | undefined
  names: string[]
}

/** The fields of a form by their `x-group`, in the order in which the groups first appear. */
export function groupsOf(schema: JsonSchema): FieldGroup[] {
  const groups = new Map<string | undefined, string[]>()
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const title = field['x-group']
    groups.set(title, [...(groups.get(title) ?? []), name])
  }
  return [...groups].map(([title, names]) => ({ title, names }))
}

/** How many of the pointers lead into fields of a group. */
export function countIn(group: FieldGroup, pointers: Iterable<string>): number {
  return [...pointers].filter((pointer) => group.names.includes(partsOf(pointer)[0] ?? '')).length
}
