import type { JsonSchema } from '@millrace/parameters/json-schema'
import { labelOf } from '@millrace/parameters/labels'
import { partsOf } from '@millrace/parameters/pointer'
import { searchTerms } from '#lib/search-terms.ts'

/** A group of form fields with the same `x-group`. `names` are their property names. */
export interface FieldGroup {
  /** Undefined for the fields without `x-group`. */
  title: string | undefined
  names: string[]
}

/** Groups the fields of a form by `x-group`, in the order in which the groups first appear. */
export function groupsOf(schema: JsonSchema): FieldGroup[] {
  const groups = new Map<string | undefined, string[]>()
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const title = field['x-group']
    groups.set(title, [...(groups.get(title) ?? []), name])
  }
  return [...groups].map(([title, names]) => ({ title, names }))
}

/** Counts the JSON pointers that lead to fields of a group. */
export function countIn(group: FieldGroup, pointers: Iterable<string>): number {
  return [...pointers].filter((pointer) => group.names.includes(partsOf(pointer)[0] ?? '')).length
}

/** Returns the labels of a group’s fields, separated by commas. */
export function labelsIn(group: FieldGroup, schema: JsonSchema): string {
  return group.names.map((name) => labelOf(schema.properties?.[name] ?? {}, name)).join(', ')
}

/**
 * Returns the group whose title and labels match the most search words of three or more letters. Undefined if no word
 * matches.
 */
export function searchedGroup(schema: JsonSchema, words: string): FieldGroup | undefined {
  const sought = searchTerms(words).filter((word) => word.length > 2)
  const hits = ({ labels }: { labels: string[] }) =>
    sought.filter((word) => labels.some((label) => label.startsWith(word))).length
  const groups = groupsOf(schema).map((group) => ({
    group,
    labels: `${group.title ?? ''} ${labelsIn(group, schema)}`.toLowerCase().split(/[\s,]+/),
  }))
  const [best] = groups.toSorted((a, b) => hits(b) - hits(a))
  return best && hits(best) > 0 ? best.group : undefined
}
