import type { WorkflowDefinition } from './definition.ts'

/** Formats a definition for saving. Keys are sorted, so changing one node changes only the lines of that node. */
export function definitionText(definition: WorkflowDefinition): string {
  return `${JSON.stringify(sorted(definition), undefined, 2)}\n`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]))
}
