import { describe, expect, it } from 'vitest'
import { bindVariables } from './bind-variables.ts'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import { readDefinition } from './read-definition.ts'
import type { StepVersion } from './steps.ts'
import { STEPS } from './testing/steps.ts'
import { definitionBudget, validateWorkflow } from './validate.ts'

const clean: WorkflowNode = {
  id: 'clean',
  step: { function: 'clean_table', version: '^2.0.0' },
  parameters: { window: { variable: 'window' } },
  inputs: { table: [{ variable: 'readings' }] },
}
const plot: WorkflowNode = {
  id: 'plot',
  step: { function: 'plot_table' },
  inputs: { table: [{ node: 'clean', slot: 'result' }] },
}
const chain: WorkflowDefinition = {
  version: 1,
  title: 'Clean and plot',
  variables: { readings: { type: 'string', format: 'work-data' }, window: { type: 'integer', default: 3 } },
  nodes: [clean, plot],
  outputs: { figure: { node: 'plot', slot: 'figure' } },
}

const faultsOf = (change: object) => validateWorkflow({ ...chain, ...change }, STEPS).faults
const faultsOfNode = (change: object) => faultsOf({ nodes: [{ ...clean, ...change }, plot] })

describe('a valid workflow', () => {
  it('has no faults, and each node has the newest step version in its range', () => {
    const { faults, steps } = validateWorkflow(chain, STEPS)

    expect(faults).toEqual([])
    expect([...steps].map(([id, { version }]) => [id, version])).toEqual([
      ['clean', '2.0.0'],
      ['plot', '2.0.0'],
    ])
  })

  it('may use constants, results, conditions and the current item', () => {
    const nodes = [
      clean,
      {
        ...plot,
        when: { any: [{ compare: { left: { variable: 'window' }, is: 'gt', right: { value: 1 } } }] },
        after: ['clean'],
        retries: 2,
        onFailure: 'continue',
      },
      {
        id: 'each',
        step: { function: 'query_table' },
        forEach: { node: 'clean', result: '/stations' },
        parameters: { sql: { item: '/sql' } },
        inputs: { tables: [{ node: 'clean', slot: 'result' }, { variable: 'readings' }] },
      },
    ]

    expect(faultsOf({ nodes })).toEqual([])
  })
})

describe('names that all objects have', () => {
  it('are refused if they would be lost, at any depth', () => {
    const lost = JSON.parse('{"__proto__": {"value": 1}}') as object
    const parameters = { ...clean.parameters, ...lost, method: { value: [lost] } }
    const change = { variables: { ...chain.variables, ...lost }, nodes: [{ ...clean, parameters }, plot] }

    expect(faultsOf(change)).toEqual(
      ['/variables/__proto__', '/nodes/0/parameters/__proto__', '/nodes/0/parameters/method/value/0/__proto__'].map(
        (pointer) => ({ pointer, message: '“__proto__” can’t be used as a name. Choose another one.' }),
      ),
    )
  })

  it('never change what all objects inherit, even when nested', () => {
    const node = `{"id": "a", "step": {"function": "x"}, "__proto__": {"__proto__": 1}}`
    const descriptor = () => Object.getOwnPropertyDescriptor(Object.prototype, '__proto__')
    const before = descriptor()

    const { faults } = validateWorkflow(JSON.parse(`{"version": 1, "title": "t", "nodes": [${node}]}`), STEPS)

    const after = descriptor()
    if (before) Object.defineProperty(Object.prototype, '__proto__', before)
    expect(after).toEqual(before)
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/nodes/0/__proto__',
      '/nodes/0/__proto__/__proto__',
      '/nodes/0/step/function',
    ])
  })

  it('are otherwise ordinary names', () => {
    const step: StepVersion = {
      functionName: 'odd',
      version: '1.0.0',
      parameters: { properties: { valueOf: { type: 'integer' } }, required: ['valueOf'], additionalProperties: false },
      inputs: [{ name: 'constructor', mediaType: null, minSlots: 1, maxSlots: 1 }],
      outputs: [{ name: 'toString', mediaType: null, minSlots: 1, maxSlots: 1 }],
    }
    const faults = (change: object) =>
      validateWorkflow(
        {
          version: 1,
          title: 'Odd',
          variables: { constructor: { type: 'string', format: 'work-data' }, toString: { type: 'integer' } },
          nodes: [{ id: 'valueOf', step: { function: 'odd' }, ...change }],
          outputs: { constructor: { node: 'valueOf', slot: 'toString' } },
        },
        [step],
      ).faults.map(({ message }) => message)

    expect(
      faults({
        parameters: { valueOf: { variable: 'toString' } },
        inputs: { constructor: [{ variable: 'constructor' }] },
      }),
    ).toEqual([])
    expect(faults({})).toEqual(['The parameter “valueOf” is missing.', 'The input “constructor” is missing.'])
  })
})

describe('faults of references', () => {
  it('names unknown nodes and variables, variables that are not work data, and items without forEach', () => {
    const faults = faultsOfNode({
      parameters: { window: { variable: 'windw' }, method: { item: '/method' } },
      inputs: { table: [{ variable: 'window' }] },
      after: ['nowhere'],
    })

    expect(faults).toEqual([
      { pointer: '/nodes/0/parameters/window', message: 'The variable “windw” is not declared.' },
      { pointer: '/nodes/0/parameters/method', message: 'A node without “For each item” has no current item.' },
      {
        pointer: '/nodes/0/inputs/table/0',
        message: 'The variable “window” is not work data. Declare it with the format “work-data”.',
      },
      { pointer: '/nodes/0/after/0', message: 'There is no node “nowhere”.' },
    ])
  })

  it('does not mistake a property of every object for a variable', () => {
    expect(faultsOfNode({ parameters: { window: { variable: 'constructor' } } })).toEqual([
      { pointer: '/nodes/0/parameters/window', message: 'The variable “constructor” is not declared.' },
    ])
  })

  it('names output slots that a step lacks, wherever they are used', () => {
    const fault = (pointer: string) => ({
      pointer,
      message: 'clean_table has no output “reslt”. It has “result”, “report”.',
    })

    expect(faultsOf({ outputs: { figure: { node: 'clean', slot: 'reslt' } } })).toEqual([fault('/outputs/figure')])
    expect(faultsOf({ nodes: [clean, { ...plot, forEach: { node: 'clean', slot: 'reslt' } }] })).toEqual([
      fault('/nodes/1/forEach'),
    ])
  })

  it('names items that can’t fill an input, and parts that no item has', () => {
    const faults = (forEach: object, change: object) =>
      faultsOfNode({ forEach, ...change }).map(({ pointer, message }) => `${pointer} ${message}`)
    const input = { inputs: { table: [{ item: '' }] } }
    const parameter = (item: string) => ({ parameters: { window: { item } } })

    expect(faults({ value: [{ n: 1 }] }, input)).toEqual([
      '/nodes/0/inputs/table/0 The items of “For each item” are not work data, so they can’t fill an input.',
    ])
    expect(faults({ variable: 'readings' }, input)).toEqual([])
    expect(faults({ variable: 'readings' }, parameter('/sizeInBytes'))).toEqual([])
    expect(faults({ variable: 'readings' }, parameter('/size'))).toEqual([
      '/nodes/0/parameters/window Items that are work data have /workData, /name, /mediaType, /sizeInBytes, but nothing at “/size”.',
    ])
    expect(faults({ value: [{ n: 1 }, {}] }, parameter('/n'))).toEqual([])
    expect(faults({ value: [{ n: 1 }] }, parameter('/m'))).toEqual([
      '/nodes/0/parameters/window No item of “For each item” has a value at “/m”.',
    ])
  })

  it('names variables whose type can’t fit the parameter', () => {
    const window = (schema: object) => faultsOf({ variables: { ...chain.variables, window: schema } })

    expect(window({ type: 'string' })).toEqual([
      {
        pointer: '/nodes/0/parameters/window',
        message: 'The variable “window” is a string, but the parameter “window” accepts a whole number.',
      },
    ])
    for (const schema of [{ type: 'number' }, { type: ['integer', 'null'] }, {}]) expect(window(schema)).toEqual([])
  })

  it('names comparisons that can’t be decided', () => {
    const compare = (is: string, right: unknown) => ({
      when: { not: { any: [{ compare: { left: { variable: 'window' }, is, right: { value: right } } }] } },
    })

    expect(faultsOfNode(compare('lt', 'x'))).toEqual([
      {
        pointer: '/nodes/0/when/not/any/0/compare',
        message: 'The condition compares a whole number with a string. Compare two numbers or two strings.',
      },
    ])
    expect(faultsOfNode(compare('eq', 'x'))).toEqual([])
    expect(faultsOfNode(compare('lt', 2.5))).toEqual([])
  })

  it('names the second of two nodes with the same id', () => {
    expect(faultsOf({ nodes: [clean, plot, plot] })).toEqual([
      { pointer: '/nodes/2/id', message: 'Another node also has the ID “plot”.' },
    ])
  })
})

describe('values of variables that are work data', () => {
  it('can be missing if the schema allows it', () => {
    const faultsOf = (type: string | string[]) =>
      bindVariables({ variables: { data: { type, format: 'work-data', default: null } } }, {}).faults

    expect(faultsOf(['string', 'null'])).toEqual([])
    expect(faultsOf('string')).toHaveLength(1)
  })

  it.each([5, {}, [['/api/WorkData/1']], ['/api/WorkData/1', 5]])(
    'need URLs, even if the schema allows more: %j',
    (value) => {
      expect(bindVariables({ variables: { data: { format: 'work-data' } } }, { data: value }).faults).toEqual([
        { pointer: '/variables/data', message: 'The variable “data” needs the URL of work data.' },
      ])
    },
  )
})

describe('faults of forEach', () => {
  it('names lists that are too long, and variables that are not lists', () => {
    const tooMany = Array.from({ length: 10_001 }, (_, index) => index)

    expect(faultsOfNode({ forEach: { value: tooMany } })).toEqual([
      { pointer: '/nodes/0/forEach/value', message: '“For each item” has 10,001 items. The limit is 10,000.' },
    ])
    expect(faultsOfNode({ forEach: { variable: 'window' } })).toEqual([
      {
        pointer: '/nodes/0/forEach/variable',
        message: '“For each item” needs a list, but the variable “window” is a whole number.',
      },
    ])
    expect(faultsOfNode({ forEach: { variable: 'readings' } })).toEqual([])
    expect(faultsOfNode({ forEach: { value: [] } })).toEqual([])
  })
})

describe('sec/J1 a definition of a large workflow', () => {
  const nodes = (count: number) => Array.from({ length: count }, (_, at) => ({ ...plot, id: `n${at}`, inputs: {} }))
  const variables = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, { type: 'integer' }]))

  it('has up to 10,000 nodes and 200 variables', () => {
    const read = (change: object) => readDefinition({ ...chain, ...change }).faults

    expect(read({ nodes: nodes(10_000), variables: variables(200) })).toEqual([])
    expect(read({ nodes: nodes(10_001) })).toEqual([{ pointer: '/nodes', message: 'Must have at most 10,000 items.' }])
    expect(read({ variables: variables(201) })).toEqual([
      { pointer: '/variables', message: 'A workflow can have up to 200 variables.' },
    ])
  })

  it('sec/J9 is refused if its nodes and variables together take too long to check', () => {
    const choices = { items: { anyOf: Array.from({ length: 200 }, (_, at) => ({ const: at })) } }
    const list = Array(2000).fill(199)
    const slow: StepVersion = {
      functionName: 'slow',
      version: '1.0.0',
      parameters: { properties: { list: choices } },
      inputs: [],
      outputs: [],
    }
    const node = (_: unknown, at: number) => ({
      id: `n${at}`,
      step: { function: 'slow' },
      parameters: { list: { value: list } },
    })
    const definition = (count: number) => ({ version: 1, title: 'Slow', nodes: Array.from({ length: count }, node) })
    const fault = { pointer: '', message: expect.stringContaining('Checking this workflow takes too long.') }
    const lists = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`v${at}`, { ...choices, default: list }]))
    const item = { properties: { text: { default: 'x'.repeat(50_000) } } }

    expect(validateWorkflow(definition(1), [slow]).faults).toEqual([])
    expect(validateWorkflow(definition(50), [slow]).faults).toEqual([fault])
    expect(bindVariables({ variables: lists }, {}, definitionBudget(10)).faults).toEqual([fault])
    expect(
      bindVariables({ variables: { v: { items: item } } }, { v: Array(1900).fill({}) }, definitionBudget(10)).faults,
    ).toEqual([fault])
  })
})

describe('FLT26 faults of order', () => {
  const node = (id: string, ...after: string[]) => ({
    ...plot,
    id,
    after,
    inputs: { table: [{ variable: 'readings' }] },
  })
  const messages = (nodes: object[]) => faultsOf({ nodes, outputs: {} }).map(({ message }) => message)

  it('names the nodes of each cycle, and the nodes that wait for a cycle', () => {
    expect(
      messages([node('a', 'c'), node('b', 'a'), node('c', 'b'), node('d', 'c'), node('e'), node('f', 'f')]),
    ).toEqual([
      'These nodes wait for each other: “a” → “c” → “b” → “a”.',
      '“f” waits for itself.',
      '“d” never starts, because it waits for nodes that wait for each other.',
    ])
  })

  it('accepts diamonds', () => {
    expect(messages([node('a'), node('b', 'a'), node('c', 'a'), node('d', 'b', 'c')])).toEqual([])
  })

  it('checks 10,000 nodes with 100,000 references, even when all of them wait for each other', () => {
    const chainOf = (isCycle: boolean) =>
      Array.from({ length: 10_000 }, (_, at) => {
        const earlier = Array.from({ length: 9 }, (_, back) => at - 1 - back * 7).filter((other) => other >= 0)
        return node(`n${at}`, ...earlier.map((other) => `n${other}`), ...(isCycle && at === 0 ? ['n9999'] : []))
      })

    expect(messages(chainOf(false))).toEqual([])
    const [cycle, ...others] = messages(chainOf(true))
    expect(cycle).toMatch(/^These nodes wait for each other: .+ … \(10,000 nodes\)\.$/)
    expect(others).toEqual([])
  })
})

describe('faults of steps', () => {
  it('names unknown steps and versions', () => {
    const nodes = [
      { ...clean, step: { function: 'clean_tabel' } },
      { ...plot, id: 'b', step: { function: 'clean_table', version: '^3' }, inputs: {} },
      { ...plot, id: 'c', step: { function: 'clean_table', version: 'latest' }, inputs: {} },
    ]

    expect(faultsOf({ nodes, outputs: {} })).toEqual([
      { pointer: '/nodes/0/step/function', message: 'There is no processing step “clean_tabel”.' },
      {
        pointer: '/nodes/1/step/version',
        message: 'No version of clean_table is in the range ^3. Available: 2.0.0, 1.4.0.',
      },
      { pointer: '/nodes/2/step/version', message: '“latest” is neither a version nor a version range.' },
    ])
  })

  it('names missing, unknown and invalid parameters', () => {
    expect(faultsOfNode({ parameters: { methd: { value: 'mean' }, method: { value: 'mode' } } })).toEqual([
      {
        pointer: '/nodes/0/parameters/methd',
        message: 'clean_table has no parameter “methd”. It has “window”, “method”.',
      },
      { pointer: '/nodes/0/parameters/window', message: 'The parameter “window” is missing.' },
      { pointer: '/nodes/0/parameters/method/value', message: expect.stringContaining('median') },
    ])
  })

  it('names missing, unknown and overfull inputs, and types that cannot fit', () => {
    const inputs = {
      table: [
        { node: 'clean', slot: 'report' },
        { node: 'clean', slot: 'result' },
        { node: 'clean', slot: 'reslt' },
      ],
      more: [{ variable: 'readings' }],
    }

    expect(
      faultsOf({
        nodes: [
          { ...clean, inputs: {} },
          { ...plot, inputs },
        ],
      }),
    ).toEqual([
      {
        pointer: '/nodes/1/inputs/table/2',
        message: 'clean_table has no output “reslt”. It has “result”, “report”.',
      },
      { pointer: '/nodes/0/inputs/table', message: 'The input “table” is missing.' },
      { pointer: '/nodes/1/inputs/table', message: 'The input “table” accepts at most one file.' },
      {
        pointer: '/nodes/1/inputs/table/0',
        message:
          'The input “table” accepts text/csv,application/vnd.apache.parquet, but “report” of “clean” is application/json.',
      },
      { pointer: '/nodes/1/inputs/more', message: 'plot_table has no input “more”. It has “table”.' },
    ])
  })
})
