import { faultsOf } from '@millrace/parameters/faults'
import { expect, it } from 'vitest'
import { withoutSwept } from './use-sweep.ts'

const SCHEMA = {
  type: 'object',
  properties: { window: { type: 'integer', maximum: 99 }, method: { type: 'string' } },
  required: ['window', 'method'],
}

it('the hidden value of a swept parameter is never reported as invalid', () => {
  const { schema, checked } = withoutSwept(SCHEMA, ['window'])

  expect(schema).toEqual({ ...SCHEMA, required: ['method'] })
  for (const value of [{ window: 99_999 }, { window: 'many' }, {}]) {
    expect(faultsOf(checked ?? {}, value).map(({ pointer }) => pointer)).toEqual(['/method'])
  }
  expect(withoutSwept(SCHEMA, [])).toEqual({ schema: SCHEMA, checked: SCHEMA })
})
