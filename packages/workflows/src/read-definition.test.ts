import { withValueAt } from '@millrace/parameters/pointer'
import { describe, expect, it } from 'vitest'
import { readDefinition } from './read-definition.ts'
import { STEPS } from './testing/steps.ts'
import { validateWorkflow } from './validate.ts'

const clean = { id: 'plot', step: { function: 'plot_table' }, inputs: { table: [{ workData: '/1' }] } }
const chain = { version: 1, title: 'Chain', nodes: [clean] }
const faultsOfNode = (change: object) => validateWorkflow({ ...chain, nodes: [{ ...clean, ...change }] }, STEPS).faults

describe('a document that is not a definition', () => {
  it.each([null, 'text', [], {}, { version: 1, title: 'x', nodes: [] }])('has these faults: %j', (document) => {
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
      { pointer: '/nodes/0/paramters', message: 'Unknown key: “paramters”.' },
    ])
  })

  it('has no node with a reserved name', () => {
    expect(faultsOfNode({ id: '__proto__' })).toEqual([
      { pointer: '/nodes/0/id', message: '“__proto__” can’t be used as a name. Choose another one.' },
    ])
  })

  it('may be nested more deeply than a server reads', () => {
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
    ['a string as version', { version: '1', title: 'Text', nodes: [clean] }, '/version', 'Expected the number 1.'],
    [
      'a part of a file',
      {
        version: 1,
        title: 'Part',
        variables: { readings: { type: 'string', format: 'work-data' } },
        nodes: [{ ...clean, forEach: { variable: 'readings' }, inputs: { table: [{ item: '/name' }] } }],
      },
      '/nodes/0/inputs/table/0/item',
      'Expected an empty string.',
    ],
    ['a number as title', { version: 1, title: 3, nodes: [clean] }, '/title', 'Expected text, but got the number 3.'],
  ])('is refused with a sentence: %s', (_, document, pointer, message) => {
    expect(validateWorkflow(document, STEPS).faults).toEqual([{ pointer, message }])
  })
})

describe('faults of what can be read in a document that is not a definition', () => {
  const node = (id: string, change: object = {}) => ({ ...clean, id, ...change })
  const faultsOf = (nodes: unknown[], change: object = {}) =>
    validateWorkflow({ ...chain, nodes, ...change }, STEPS).faults.map(
      ({ pointer, message }) => `${pointer} ${message}`,
    )

  it('are reported together with the places that can’t be read', () => {
    expect(
      faultsOf([
        node('a', { paramters: {}, step: { function: 'no_such_step' } }),
        node('b', { inputs: { table: [{ node: 'nowhere', slot: 'x' }] }, retries: -1 }),
        node('c', { after: ['c'], title: 3 }),
        'not a node',
        node('d', {
          step: { function: 'clean_table' },
          parameters: { window: { vaule: 3 }, method: { value: 'mode' } },
        }),
      ]),
    ).toEqual([
      '/nodes/0/paramters Unknown key: “paramters”.',
      '/nodes/1/retries Must be at least 0.',
      '/nodes/2/title Expected text, but got the number 3.',
      '/nodes/3 Expected an object, but got text.',
      '/nodes/4/parameters/window/vaule Unknown key: “vaule”.',
      '/nodes/4/parameters/window Expected value, variable, node with result or item.',
      '/nodes/1/inputs/table/0 There is no node “nowhere”.',
      '/nodes/2 “c” waits for itself.',
      '/nodes/0/step/function There is no processing step “no_such_step”.',
      expect.stringMatching(/^\/nodes\/4\/parameters\/method\/value .*median/),
    ])
  })

  it('do not include faults that only follow from those places', () => {
    expect(faultsOf([node('a b'), node('b', { inputs: { table: [{ node: 'a b', slot: 'plot' }] } })])).toHaveLength(2)
    expect(faultsOf([node('a', { inputs: 'none' })])).toEqual(['/nodes/0/inputs Expected an object, but got text.'])
    expect(faultsOf([node('a', { forEach: {}, inputs: { table: [{ item: '' }] } })])).toEqual([
      '/nodes/0/forEach Expected value, variable, node with result or node with slot.',
    ])
    expect(faultsOf([node('a', { inputs: { table: [{ variable: 'readings' }] } })], { variables: [] })).toHaveLength(1)
  })

  it('include faults of everything else if variables can’t be read', () => {
    const binds = (variable: string) => ({
      step: { function: 'clean_table' },
      parameters: { window: { variable } },
      inputs: { table: [{ variable }] },
    })
    const condition = { compare: { left: { variable: 'odd' }, is: 'gt', right: { value: 1 } } }
    const variables = { odd: 5, 'a b': { type: 'string' }, readings: { type: 'string', format: 'work-data' } }
    const nodes = [
      node('a', binds('odd')),
      node('a', { ...binds('nowhere'), when: condition }),
      node('b', { forEach: { variable: 'odd' }, step: { function: 'no_such_step' } }),
    ]

    expect(faultsOf(nodes, { variables })).toEqual([
      '/variables/odd Expected an object, but got the number 5.',
      '/variables/a b Use letters, digits, “_” and “-”. Start with a letter or “_”.',
      '/nodes/1/id Another node also has the ID “a”.',
      '/nodes/1/parameters/window The variable “nowhere” is not declared.',
      '/nodes/1/inputs/table/0 The variable “nowhere” is not declared.',
      '/nodes/2/step/function There is no processing step “no_such_step”.',
    ])
    expect(faultsOf(nodes, { variables: 7 })).toHaveLength(3)
  })

  it('are still found if anything else can’t be read', () => {
    const whole = {
      ...chain,
      description: 'All kinds of parts.',
      variables: { window: { type: 'integer', default: 3 } },
      nodes: [
        { id: 'lost', step: { function: 'no_such_step' } },
        node('all', {
          title: 'All',
          step: { function: 'clean_table', version: '^2' },
          parameters: { window: { variable: 'window' }, method: { value: 'mean' } },
          inputs: { table: [{ item: '' }] },
          after: ['lost'],
          when: { all: [{ compare: { left: { variable: 'window' }, is: 'gt', right: { value: 1 } } }] },
          forEach: { node: 'first', slot: 'plot' },
          retries: 2,
        }),
        node('first'),
      ],
      outputs: { chart: { node: 'first', slot: 'plot' } },
      layout: { nodes: { first: { x: 1, y: 2 } }, notes: [{ text: 'a', x: 1, y: 2 }] },
    }
    const lost = '/nodes/0/step/function There is no processing step “no_such_step”.'
    const faults = (document: unknown) =>
      validateWorkflow(document, STEPS).faults.map(({ pointer, message }) => `${pointer} ${message}`)
    const known = faults(whole)
    expect(known).toContain(lost)

    for (const [pointer, junk] of placesIn(whole).flatMap((place) => JUNK.map((value) => [place, value] as const))) {
      const document = withValueAt(whole, pointer, junk)
      const found = faults(document)
      const isAllLost = /^\/(nodes|version|nodes\/0(\/id|\/step(\/function)?)?)$/.test(pointer)
      if (!isAllLost) expect(found, `${pointer} = ${JSON.stringify(junk)}`).toContain(lost)
      expect(found.filter((fault) => fault.includes('unreadable'))).toEqual([])
    }
  })
})

const JUNK = [null, 'junk text', -1, [], {}, [{ junk: true }], { junk: true }]

function placesIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const place = `${pointer}/${name}`
    return [place, ...placesIn(part, place)]
  })
}
