import type { Binding, Source } from '@millrace/workflows/definition'

/** Where a parameter gets its value from, in words. */
export function bindingText({ value, variable, node, result, item }: Binding): string {
  if (variable !== undefined) return `variable ${variable}`
  if (node !== undefined) return `result of ${node}${result ? ` at ${result}` : ''}`
  if (item !== undefined) return item === '' ? 'current item' : `current item at ${item}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Where an input gets its work data from, in words. */
export function sourceText({ variable, node, slot, workData }: Source): string {
  if (variable !== undefined) return `variable ${variable}`
  if (node !== undefined) return `${slot} of ${node}`
  return workData ?? 'current item'
}
