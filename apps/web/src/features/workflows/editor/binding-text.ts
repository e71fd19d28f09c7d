import type { Binding, Source } from '@millrace/workflows/definition'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { isNotFound } from '#lib/not-found.ts'

const asId = (id: string) => id

/** Describes where a parameter's value comes from. `titleOf` returns the titles of nodes. */
export function bindingText({ value, variable, node, result, item }: Binding, titleOf = asId): string {
  if (variable !== undefined) return `variable ${variable}`
  if (node !== undefined) return `result of ${titleOf(node)}${result ? ` at ${result}` : ''}`
  if (item !== undefined) return item === '' ? 'current item' : `current item at ${item}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Describes where an input's work data comes from. `titleOf` returns the titles of nodes. */
export function sourceText({ variable, node, slot, workData }: Source, titleOf = asId): string {
  if (variable !== undefined) return `variable ${variable}`
  if (node !== undefined) return `${titleOf(node)} › ${slot}`
  return workData ?? 'current item'
}

/** Returns the name of a file that an input uses, or says why the name is unknown. */
export function fileText({ data, error }: { data?: WorkDataDocument | undefined; error: Error | null }): string {
  if (data) return data.properties.Name
  if (error === null) return '…'
  return isNotFound(error) ? 'a deleted file' : 'a file whose name could not be loaded'
}
