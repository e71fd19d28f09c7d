import type { JsonSchema } from '@millrace/parameters/json-schema'
import { labelOf, titleOf } from '@millrace/parameters/labels'
import { sameJson } from '@millrace/parameters/pointer'
import { fill } from '#lib/fill.ts'
import type { Parameters } from './defaults.ts'
import * as texts from './texts.ts'

/** Returns the unmet conditions for a field with `x-applies-if` to have an effect. Undefined if all are met. */
export function notAppliedReason(field: JsonSchema, root: JsonSchema, value: Parameters): string | undefined {
  const unmet = Object.entries(field['x-applies-if'] ?? {}).filter(
    ([name, wanted]) => !wanted.some((one) => sameJson(one, value[name])),
  )
  if (unmet.length === 0) return undefined
  const conditions = unmet.map(([name, wanted]) => {
    const other = root.properties?.[name] ?? {}
    return `${labelOf(other, name)} is ${wanted.map((one) => titleOf(other, one)).join(' or ')}`
  })
  return fill(texts.onlyUsedWhen, conditions.join(' and '))
}
