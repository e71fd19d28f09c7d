import { type JsonSchema, prepareSchema } from '@millrace/parameters/json-schema'
import { isRecord, ownValue } from '@millrace/parameters/pointer'
import type { WorkflowDefinition } from './definition.ts'

/** Whether a variable holds the URL of work data, or an array of such URLs. */
export function isWorkDataVariable(schema: Record<string, unknown> | undefined): boolean {
  return schema?.format === 'work-data' || (isRecord(schema?.items) && schema.items.format === 'work-data')
}

/** Returns the JSON Schema of a workflow's start parameters: its variables, required unless they have a default. */
export function variablesSchema({ variables = {} }: Pick<WorkflowDefinition, 'variables'>): JsonSchema {
  const names = Object.keys(variables)
  return prepareSchema({
    type: 'object',
    properties: variables as Record<string, JsonSchema>,
    required: names.filter((name) => ownValue(variables, name)?.default === undefined),
    additionalProperties: false,
  })
}
