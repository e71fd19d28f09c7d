import type { WorkflowDefinition } from './definition.ts'

/**
 * The text of a definition as it is saved and exported: keys sorted, each node a block of its own, so that a change of
 * one node is a change of its lines only.
 */
export function definitionText(definition: WorkflowDefinition): string {
  return `${JSON.stringify(sorted(definition), undefined, 2)}\n`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]))
}
