import type { Fault } from '@millrace/contracts/problems'

interface ParameterCase {
  what: string
  value: Record<string, unknown>
  faults: Fault[]
}

/** A typical schema of a worker, with references and nullable values. */
export const SCHEMA = {
  type: 'object',
  $defs: { window: { type: 'integer', minimum: 24, maximum: 672, 'x-unit': 'samples' } },
  required: ['column', 'fill'],
  additionalProperties: false,
  properties: {
    column: { type: 'string', 'x-column-of': 'table' },
    window: { $ref: '#/$defs/window' },
    limit: { anyOf: [{ type: 'number', maximum: 4 }, { type: 'null' }] },
    columns: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', 'x-column-of': 'table' } },
    method: { enum: ['hampel', 'none'] },
    code: { type: 'string', pattern: '^[A-Z]+$' },
    day: { type: 'string', format: 'date' },
    fill: {
      oneOf: [
        {
          type: 'object',
          properties: { how: { const: 'value' }, value: { type: 'number' } },
          required: ['how', 'value'],
        },
        {
          type: 'object',
          properties: { how: { const: 'text' }, text: { type: 'string', minLength: 1 } },
          required: ['how'],
        },
      ],
    },
  },
}

const good = { column: 'level_cm', fill: { how: 'value', value: 0 } }
const fault = (pointer: string, message: string): Fault[] => [{ pointer, message }]

/** Parameters with their expected faults. The server and the form must agree on each case. */
export const CASES: ParameterCase[] = [
  { what: 'valid parameters', value: good, faults: [] },
  { what: 'null where it is allowed', value: { ...good, limit: null }, faults: [] },
  { what: 'a missing column', value: { fill: good.fill }, faults: fault('/column', 'Choose a column.') },
  {
    what: 'a number below its limit, with its unit',
    value: { ...good, window: 5 },
    faults: fault('/window', '5 samples is less than 24 samples. Choose 24 samples or more.'),
  },
  { what: 'a fraction', value: { ...good, window: 30.5 }, faults: fault('/window', '30.5 isn’t a whole number.') },
  { what: 'text for a number', value: { ...good, window: 'many' }, faults: fault('/window', '“many” isn’t a number.') },
  {
    what: 'an object that cannot be turned into text',
    value: { ...good, window: { toString: null } },
    faults: fault('/window', '“{"toString":null}” isn’t a number.'),
  },
  {
    what: 'a nullable number above its limit',
    value: { ...good, limit: 9 },
    faults: fault('/limit', '9 is more than 4. Choose 4 or less.'),
  },
  {
    what: 'text for a nullable number',
    value: { ...good, limit: 'x' },
    faults: fault('/limit', '“x” isn’t a number.'),
  },
  {
    what: 'a fault in the matching branch',
    value: { ...good, fill: { how: 'text', text: '' } },
    faults: fault('/fill/text', 'Enter a value.'),
  },
  {
    what: 'a value missing in the matching branch',
    value: { ...good, fill: { how: 'value' } },
    faults: fault('/fill/value', 'Enter a number.'),
  },
  {
    what: 'an empty list of columns',
    value: { ...good, columns: [] },
    faults: fault('/columns', 'Choose at least one column.'),
  },
  {
    what: 'a duplicate',
    value: { ...good, columns: ['a', 'a'] },
    faults: fault('/columns', 'Values must be unique. Remove the duplicates.'),
  },
  {
    what: 'a number in a list of text',
    value: { ...good, columns: [1] },
    faults: fault('/columns/0', 'Expected text.'),
  },
  {
    what: 'a value that is not one of the choices',
    value: { ...good, method: 'magic' },
    faults: fault('/method', 'Choose one of: hampel, none.'),
  },
  {
    what: 'text that does not match the pattern',
    value: { ...good, code: 'abc' },
    faults: fault('/code', 'This doesn’t match the pattern ^[A-Z]+$.'),
  },
  {
    what: 'a date that does not exist',
    value: { ...good, day: '2024-02-30' },
    faults: fault('/day', 'Enter a date, such as 2024-11-20.'),
  },
  {
    what: 'an unknown name that contains pointer characters',
    value: { ...good, 'a/b~c %': 1 },
    faults: fault('/a~1b~0c %', 'The step has no parameter with this name. Remove it.'),
  },
]
