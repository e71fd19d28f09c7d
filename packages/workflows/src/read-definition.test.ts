import { describe, expect, it } from 'vitest'
import { STEPS } from './testing/steps.ts'
import { readDefinition, validateWorkflow } from './validate.ts'

const clean = { id: 'clean', step: { function: 'clean' } }
const chain = { version: 1, title: 'Chain', nodes: [clean] }
const faultsOfNode = (change: object) => validateWorkflow({ ...chain, nodes: [{ ...clean, ...change }] }, STEPS).faults

describe('a document that is not a definition', () => {
  it.each([null, 'text', [], {}, { version: 1, title: 'x', nodes: [] }])('has faults: %j', (document) => {
    const { definition, faults } = validateWorkflow(document, STEPS)

    expect(definition).toBeUndefined()
    expect(faults.length).toBeGreaterThan(0)
  })

  it('of a newer version names both versions', () => {
    expect(validateWorkflow({ version: 2, nodes: 'new' }, STEPS).faults).toEqual([
      { pointer: '/version', message: 'This definition has version 2, but this server supports only version 1.' },
    ])
  })

  it('locates a time limit that no job may have', () => {
    expect(faultsOfNode({ timeoutSeconds: 1e15 })).toEqual([
      { pointer: '/nodes/0/timeoutSeconds', message: 'Must be at most 604,800.' },
    ])
  })

  it('locates unknown keys and ambiguous references', () => {
    const faults = faultsOfNode({
      paramters: {},
      parameters: { window: { value: 3, variable: 'window' } },
    })

    expect(faults).toEqual([
      { pointer: '/nodes/0/parameters/window', message: 'Expected value, variable, node with result or item.' },
      { pointer: '/nodes/0', message: 'Unrecognized key: "paramters"' },
    ])
  })

  it('may be nested deeper than a server reads', () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
    const fault = { pointer: '', message: 'The definition is nested deeper than 64 levels.' }
    const variables = (levels: number) => ({ deep: { default: nested(levels) } })

    expect(readDefinition(nested(10_000)).faults).toEqual([fault])
    expect(readDefinition({ ...chain, variables: variables(62) }).faults).toEqual([fault])
    expect(readDefinition({ ...chain, variables: variables(61) }).faults).toEqual([])
  })

  it.each([
    ['a list', [], '', 'Expected an object, but got a list.'],
    ['no nodes', { version: 1, title: 'Empty', nodes: [] }, '/nodes', 'Must have at least 1 item.'],
    [
      'a string as version',
      { version: '1', title: 'Text', nodes: [{ id: 'a', step: { function: 'clean' } }] },
      '/version',
      'Expected 1.',
    ],
    [
      'a number as title',
      { version: 1, title: 3, nodes: [{ id: 'a', step: { function: 'clean' } }] },
      '/title',
      'Expected text, but got the number 3.',
    ],
  ])('is refused with a sentence: %s', (_, document, pointer, message) => {
    expect(validateWorkflow(document, []).faults).toEqual([{ pointer, message }])
  })
})
