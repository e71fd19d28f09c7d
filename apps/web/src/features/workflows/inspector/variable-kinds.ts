import type { VariableSchema } from '../document/edit-variables.ts'

/**
 * The kinds of variables that the editor offers. Variables of any other kind keep their schema and are edited as JSON.
 */
export const VARIABLE_KINDS = {
  text: { label: 'Text', schema: { type: 'string' } },
  number: { label: 'Number', schema: { type: 'number' } },
  integer: { label: 'Whole number', schema: { type: 'integer' } },
  boolean: { label: 'Yes or no', schema: { type: 'boolean' } },
  choice: { label: 'Choice', schema: { type: 'string', enum: ['first', 'second'] } },
  date: { label: 'Date', schema: { type: 'string', format: 'date' } },
  texts: { label: 'List of text values', schema: { type: 'array', items: { type: 'string' } } },
  numbers: { label: 'List of numbers', schema: { type: 'array', items: { type: 'number' } } },
  objects: { label: 'List of objects', schema: { type: 'array', items: { type: 'object' } } },
  data: { label: 'Work data', schema: { type: 'string', format: 'work-data' } },
  'data-list': {
    label: 'List of work data',
    schema: { type: 'array', items: { type: 'string', format: 'work-data' } },
  },
} as const satisfies Record<string, { label: string; schema: VariableSchema }>

export type VariableKind = keyof typeof VARIABLE_KINDS

/** Returns the kind of a schema; undefined if no kind describes it. */
export function kindOfVariable(schema: VariableSchema): VariableKind | undefined {
  const items = (schema.items ?? {}) as VariableSchema
  if (schema.type === 'array') {
    if (items.format === 'work-data') return 'data-list'
    return ({ string: 'texts', number: 'numbers', object: 'objects' } as const)[String(items.type)]
  }
  if (schema.format === 'work-data') return 'data'
  if (Array.isArray(schema.enum)) return 'choice'
  if (schema.format === 'date') return 'date'
  return ({ string: 'text', number: 'number', integer: 'integer', boolean: 'boolean' } as const)[String(schema.type)]
}

/** Changes the kind of a schema. The title and description are kept. */
export function changedKind({ title, description }: VariableSchema, kind: VariableKind): VariableSchema {
  const schema: VariableSchema = { ...VARIABLE_KINDS[kind].schema }
  return { ...schema, ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}
