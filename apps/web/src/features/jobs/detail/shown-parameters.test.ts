import { readSchema } from '@millrace/parameters/json-schema'
import { describe, expect, it } from 'vitest'
import { parameterText, shownParameters } from './shown-parameters.ts'

const schema = readSchema(
  JSON.stringify({
    type: 'object',
    properties: {
      time: { type: 'string', 'x-column-of': 'table' },
      columns: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'To profile. Leave empty for all.',
      },
      sheet: {
        type: ['string', 'null'],
        description: 'Of a workbook. Leave empty for the first sheet; others are skipped.',
      },
      window: { type: 'integer', default: 5, 'x-unit': 'min' },
      note: { type: 'string' },
      from: { type: ['number', 'null'], description: 'Defaults to the first value, or 0.' },
      strict: { type: 'boolean', default: true },
    },
    required: ['time'],
  }),
)

describe('the parameters of a job', () => {
  it('are as many as in the form, also those without a value', () => {
    const shown = shownParameters(schema, undefined, { time: 'timestamp', columns: [], window: 5 })

    expect(shown.map(({ name }) => name)).toEqual(['time', 'columns', 'sheet', 'window', 'note', 'from', 'strict'])
    expect(shown.filter(({ changed }) => changed)).toEqual([])
  })

  it('are changed if they differ from the defaults of the step', () => {
    const shown = shownParameters(schema, { window: 7 }, { time: 'timestamp', window: 5, note: 'x' })

    expect(shown.filter(({ changed }) => changed).map(({ name }) => name)).toEqual(['window', 'note'])
    expect(shownParameters(schema, undefined, { sheet: null }).filter(({ changed }) => changed)).toEqual([])
  })

  it('say what an empty value means', () => {
    const shown = shownParameters(schema, undefined, { time: 'timestamp' })

    expect(shown.map(parameterText)).toEqual([
      'timestamp',
      'All',
      'First sheet',
      '5 min',
      'Not set',
      'The first value',
      'Yes',
    ])
  })

  it('show a choice as the form does', () => {
    const choices = readSchema(
      JSON.stringify({
        type: 'object',
        properties: {
          how: { type: 'string', enum: ['auto', 'first_row'], default: 'auto' },
          keep: { enum: ['l', 'r'], 'x-enum-titles': { l: 'Left table', r: 'Right table' } },
          rules: { type: 'array', items: { type: 'string', enum: ['not_empty', 'unique'] } },
          where: { type: 'array', items: { type: 'object', properties: { is: { enum: ['between', 'is_empty'] } } } },
        },
      }),
    )

    const shown = shownParameters(choices, undefined, {
      keep: 'r',
      rules: ['not_empty', 'gone'],
      where: [
        { column: 'water_level', is: 'between', value: '1 and 2' },
        { column: 'note', is: 'is_empty', value: null },
      ],
    })

    expect(shown.map(parameterText)).toEqual([
      'Auto',
      'Right table',
      'Not empty, gone',
      'water_level between 1 and 2; note is empty',
    ])
  })
})
