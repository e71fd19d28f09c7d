import { NeedsPreparation } from '@millrace/db/act'
import { CASES, SCHEMA } from '@millrace/parameters/testing/cases'
import { describe, expect, it } from 'vitest'
import { defaultsFaults, parameterFaults } from './parameter-checks.service.ts'

const ADA = 'ada'

function thrownBy(work: () => unknown): NeedsPreparation {
  try {
    work()
  } catch (error) {
    if (error instanceof NeedsPreparation) return error
    throw error
  }
  throw new Error('No preparation was needed.')
}

describe('the parameters of a job', () => {
  it.each(CASES)('are checked for $what', ({ value, faults }) => {
    expect(parameterFaults(ADA, SCHEMA, null, value)).toEqual(faults)
  })

  it('may omit values for which the schema or the step has defaults', () => {
    const schema = { required: ['a', 'b'], properties: { a: { type: 'number', default: 1 }, b: { type: 'number' } } }

    expect(parameterFaults(ADA, schema, { b: 2 }, {})).toEqual([])
    expect(parameterFaults(ADA, schema, null, {})).toEqual([{ pointer: '/b', message: 'Enter a number.' }])
    expect(defaultsFaults(ADA, schema, {})).toEqual([])
    expect(defaultsFaults(ADA, schema, { b: 'x' })).toEqual([{ pointer: '/b', message: '“x” isn’t a number.' }])
  })

  it('are matched against a pattern in linear time', () => {
    const slow = { properties: { text: { type: 'string', pattern: '^(a+)+$' } } }

    expect(parameterFaults(ADA, slow, null, { text: `${'a'.repeat(1_000)}!` })).toMatchObject([{ pointer: '/text' }])
  })

  it('are checked in a thread if they are large, outside of the transaction', async () => {
    const schema = { properties: { list: { items: { enum: ['a', 'b'] } } } }
    const large = { list: [...Array(5_000).fill('a'), 'c'] }
    const asked = () => parameterFaults(ADA, schema, null, large)

    const first = thrownBy(asked)
    const prepared = await first.prepare()
    const faults = asked()
    prepared[Symbol.dispose]()

    expect(faults).toEqual([{ pointer: '/list/5000', message: 'Choose one of: a, b.' }])
    expect(thrownBy(asked)).toBeInstanceOf(NeedsPreparation)
  })

  it('are checked within one concurrency limit per account, whichever organization it acts for', async () => {
    const schema = { properties: { list: { items: { enum: ['a'] } } } }
    const asked = (organization: number) =>
      thrownBy(() => parameterFaults(`creator ${organization}`, schema, null, { list: Array(2_000).fill('a') }))
    const checks = Array.from({ length: 34 }, (_, organization) => asked(organization).prepare('mallory'))
    const others = asked(0).prepare('bob')

    const ends = await Promise.allSettled(checks)

    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await others).toBeDefined()
  })

  it('are checked in a thread if their schema demands much work', async () => {
    const schema = { properties: { list: { items: { anyOf: Array.from({ length: 200 }, (_, n) => ({ const: n })) } } } }
    const asked = () => parameterFaults(ADA, schema, null, { list: Array(200).fill(199) })

    await thrownBy(asked).prepare()

    expect(asked()).toEqual([])
  })

  it('are refused if filling in their defaults takes too long', async () => {
    const item = { properties: { text: { default: 'x'.repeat(50_000) } } }
    const schema = { properties: { list: { items: item } } }
    const asked = () => parameterFaults(ADA, schema, null, { list: Array(19_000).fill({}) })

    await thrownBy(asked).prepare()

    expect(asked()).toEqual([{ pointer: '', message: expect.stringContaining('takes too long') }])
  })

  it('report only the first of very many faults', () => {
    const schema = { properties: { list: { items: { oneOf: [{ const: 1 }, { const: 2 }] } } } }

    expect(parameterFaults(ADA, schema, null, { list: Array(900).fill('x') })).toHaveLength(50)
  })
})
