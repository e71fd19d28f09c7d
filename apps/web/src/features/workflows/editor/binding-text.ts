import type { Binding, Source } from '@millrace/workflows/definition'

const asId = (id: string) => id

/** Where a parameter gets its value from, in words. `titleOf` names the nodes. */
export function bindingText({ value, variable, node, result, item }: Binding, titleOf = asId): string {
  if (variable !== undefined) return `variable ${variable}`
  if (node !== undefined) return `result of ${titleOf(node)}${result ? ` at ${result}` : ''}`
  if (item !== undefined) return item === '' ? 'current item' : `current item at ${item}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Where an input gets its work data from, in words. `titleOf` names the nodes. */
export function sourceText({ variable, node, slot, workData }: Source, titleOf = asId): string {
  if (variable !== undefined) return `variable ${variable}`
  if (node !== undefined) return `${slot} of ${titleOf(node)}`
  return workData ?? 'current item'
}
