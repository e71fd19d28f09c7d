import { expect, it } from 'vitest'
import { isWorkDataVariable, variablesSchema } from './variables.ts'

it('requires the variables without a default and allows no others', () => {
  const variables = { readings: { type: 'string', format: 'work-data' }, window: { type: 'integer', default: 3 } }

  expect(variablesSchema({ variables })).toMatchObject({
    properties: variables,
    required: ['readings'],
    additionalProperties: false,
  })
})

it('recognizes variables of work data, one or several', () => {
  expect(isWorkDataVariable({ type: 'string', format: 'work-data' })).toBe(true)
  expect(isWorkDataVariable({ type: 'array', items: { type: 'string', format: 'work-data' } })).toBe(true)
  expect(isWorkDataVariable({ type: 'string' })).toBe(false)
  expect(isWorkDataVariable(undefined)).toBe(false)
})
