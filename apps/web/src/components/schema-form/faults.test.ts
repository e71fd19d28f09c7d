import { faultsOf } from '@millrace/parameters/faults'
import { readSchema } from '@millrace/parameters/json-schema'
import { CASES, SCHEMA } from '@millrace/parameters/testing/cases'
import { describe, expect, it } from 'vitest'

const schema = readSchema(JSON.stringify(SCHEMA))!

describe('the parameters in a form', () => {
  it.each(CASES)('are checked for $what', ({ value, faults }) => {
    expect(faultsOf(schema, value)).toEqual(faults)
  })
})
