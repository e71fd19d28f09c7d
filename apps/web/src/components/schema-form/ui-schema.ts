import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { UiSchema } from '@rjsf/utils'
import { fieldKind } from './field-kind.ts'

/** Tells rjsf which of our widgets edits each field. Groups, lists and variants keep rjsf’s own components. */
export function uiSchemaOf(schema: JsonSchema): UiSchema {
  if (schema.const !== undefined) return { 'ui:widget': 'hidden' }
  const kind = fieldKind(schema)
  switch (kind) {
    case 'group':
      return groupUi(schema)
    case 'list':
      return { items: schema.items ? uiSchemaOf(schema.items) : {} }
    case 'variants':
      return variantsUi(schema)
    case 'json':
      return { 'ui:field': 'json', 'ui:fieldReplacesAnyOrOneOf': true }
    default:
      return { 'ui:widget': kind }
  }
}

function groupUi(schema: JsonSchema): UiSchema {
  const entries = Object.entries(schema.properties ?? {})
  return Object.fromEntries(entries.map(([name, child]) => [name, uiSchemaOf(child)]))
}

function variantsUi(schema: JsonSchema): UiSchema {
  const key = schema.oneOf ? 'oneOf' : 'anyOf'
  const branches = schema[key] ?? []
  return { ...groupUi(schema), 'ui:widget': 'variant', [key]: branches.map((branch) => ({ ...uiSchemaOf(branch) })) }
}
