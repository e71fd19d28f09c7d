import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, uploads } from '#testing/jobs.ts'
import { node, nodeRuns, value } from '#testing/node-runs.ts'
import { freeStep, reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [
  freeStep('echo'),
  freeStep('strict', {
    parameters: { type: 'object', properties: { k: { type: 'integer' } }, additionalProperties: false },
  }),
  freeStep('odd', {
    input_dataslots: [
      { name: 'constructor', mediatype: '', minSlots: 0, maxSlots: 1 },
      { name: 'valueOf', mediatype: '', minSlots: 0, maxSlots: 1 },
    ],
  }),
  freeStep('choices', {
    parameters: {
      properties: { list: { items: { anyOf: Array.from({ length: 200 }, (_, nth) => ({ const: nth })) } } },
    },
  }),
])
const alice = await api.signUp()
const { runs, statesIn } = nodeRuns(workflows, alice)

describe('values', () => {
  it('come from constants, variables, results and items', async () => {
    const { job } = await runs(
      [
        node('a', { parameters: { list: value([{ name: 'x' }, { name: 'y' }]) } }),
        node('b', {
          forEach: { node: 'a', result: '/list' },
          parameters: {
            name: { item: '/name' },
            all: { item: '' },
            v: { variable: 'v' },
            n: { node: 'a', result: '/inputs' },
          },
        }),
        node('c', { parameters: { names: { node: 'b', result: '/name' } } }),
      ],
      { variables: { v: { type: 'number', default: 4 } } },
    )

    const { nodes, variables } = await reportOf(alice, job)
    expect(variables).toEqual({ v: 4 })
    expect(nodes[1]?.runs.map(({ parameters }) => parameters)).toEqual([
      { name: 'x', all: { name: 'x' }, v: 4, n: 0 },
      { name: 'y', all: { name: 'y' }, v: 4, n: 0 },
    ])
    expect(nodes[2]?.runs[0]?.parameters).toEqual({ names: ['x', 'y'] })
  })

  it('fill slots with the files of variables, links, other nodes and items', async () => {
    const [first, second] = [await uploads(alice, 'first.csv', 'a\n1\n'), await uploads(alice, 'second.csv', 'a\n2\n')]
    const { job } = await runs(
      [
        node('a', {
          parameters: { files: value(['1', '2', '3']) },
          inputs: { in: [{ variable: 'data' }, { workData: first }] },
        }),
        node('b', {
          forEach: { node: 'a', slot: 'out' },
          parameters: { files: value(['x']), name: { item: '/name' } },
          inputs: { in: [{ item: '' }] },
        }),
        node('c', { inputs: { in: [{ node: 'b', slot: 'out' }] } }),
        node('d', { forEach: { variable: 'data' }, inputs: { in: [{ item: '' }] } }),
      ],
      {
        variables: { data: { type: 'array', items: { type: 'string', format: 'work-data' } } },
        given: { data: [first, second] },
      },
    )

    const { nodes } = await reportOf(alice, job)
    const names = (index: number) => nodes[index]?.runs.map(({ inputs }) => inputs.in?.map(({ name }) => name))
    expect(names(0)).toEqual([['first.csv', 'second.csv', 'first.csv']])
    expect(names(1)).toEqual([['out_0.csv'], ['out_1.csv'], ['out_2.csv']])
    expect(nodes[1]?.runs.map(({ parameters }) => parameters.name)).toEqual(['out_0.csv', 'out_1.csv', 'out_2.csv'])
    expect(names(2)).toEqual([['out_0.csv', 'out_0.csv', 'out_0.csv']])
    expect(names(3)).toEqual([['first.csv'], ['second.csv']])
  })

  it('may have the names of properties that all objects have', async () => {
    const odd = {
      id: 'b',
      title: 'b',
      step: { function: 'odd' },
      parameters: { toString: { variable: 'constructor' } },
    }

    const { job, state } = await runs(
      [
        node('a', { parameters: { files: value(['one']) } }),
        { ...odd, inputs: { valueOf: [{ node: 'a', slot: 'out' }] } },
      ],
      { variables: { constructor: { type: 'integer' } }, given: { constructor: 3 } },
    )

    expect(state).toBe('Completed')
    expect((await reportOf(alice, job)).nodes[1]?.runs[0]).toMatchObject({
      parameters: { toString: 3 },
      inputs: { valueOf: [{ name: 'out_0.csv' }] },
    })
  })

  it('that do not fit fail the node with a sentence that names node and parameter', async () => {
    const strict = {
      id: 'b',
      title: 'Be strict',
      step: { function: 'strict' },
      parameters: { k: { node: 'a', result: '/text' } },
    }

    const { state, error, ran } = await runs([node('a', { parameters: { text: value('many') } }), strict])

    expect(state).toBe('Error')
    expect(error).toMatch(/^“Be strict” failed: Parameter k: /)
    expect(ran).toEqual(['a'])
  })

  it('that are missing name the parameter and the place', async () => {
    const { error } = await runs([node('a'), node('b', { parameters: { k: { node: 'a', result: '/nowhere/0' } } })])

    expect(error).toBe('“b” failed: The parameter “k” has no value. “a” returned no value at “/nowhere/0”.')
  })
})

describe('conditions', () => {
  const when = (is: string, right: unknown) => ({
    when: { compare: { left: { variable: 'v' }, is, right: { value: right } } },
  })

  it('skip a node and those that use its results, but not those that only come after it', async () => {
    const { job, ran, state } = await runs(
      [
        node('a', when('gt', 5)),
        node('b', { parameters: { k: { node: 'a', result: '' } } }),
        node('c', { after: ['b'] }),
        node('d', when('le', 4)),
      ],
      { variables: { v: { type: 'number', default: 4 } } },
    )

    expect(state).toBe('Completed')
    expect(ran.toSorted()).toEqual(['c', 'd'])
    expect(await statesIn(job)).toEqual({
      a: 'Skipped: Its condition is not met.',
      b: 'Skipped: “a” was skipped.',
      c: 'Completed',
      d: 'Completed',
    })
  })

  it('that use the item decide about each item', async () => {
    const condition = { compare: { left: { item: '/n' }, is: 'ge', right: { value: 2 } } }

    const { job, ran } = await runs([
      node('a', { forEach: { value: [{ n: 1 }, { n: 2 }, { n: 3 }] }, when: condition }),
      node('b', { forEach: { value: [{ n: 0 }, { n: 1 }] }, when: condition }),
    ])

    expect(ran.toSorted()).toEqual(['a 2', 'a 3'])
    expect(await statesIn(job)).toEqual({
      a: 'Completed: The condition left out 1 of 3 items.',
      b: 'Completed: The condition left out 2 of 2 items.',
    })
  })

  it('that leave out items are not mistaken for the cause of a failure', async () => {
    const when = { compare: { left: { item: '' }, is: 'ge' as const, right: { value: 2 } } }

    const { error } = await runs([node('a', { forEach: { value: [1, 2] }, when })], {
      behavior: () => ({ error: 'It broke.' }),
    })

    expect(error).toBe('“a” failed: It broke.')
  })

  it('that cannot be evaluated fail the node', async () => {
    const { error } = await runs([node('a', when('lt', 'x'))], { variables: { v: { default: 4 } } })

    expect(error).toBe('“a” failed: The condition compares a number with a string. Compare two numbers or two strings.')
  })
})

describe('work data that a variable does not have', () => {
  it('is not read, and forEach does not repeat over it', async () => {
    const optional = { type: ['string', 'null'], format: 'work-data', default: null }
    const when = { compare: { left: { variable: 'extra' }, is: 'ne' as const, right: { value: null } } }
    const inputs = { in: [{ variable: 'extra' }] }

    const { ran, error } = await runs(
      [
        node('skipped', { when, inputs }),
        node('empty', { inputs }),
        node('each', { forEach: { variable: 'extra' }, inputs: { in: [{ item: '' }] } }),
      ],
      { variables: { extra: optional } },
    )

    expect([ran, error]).toEqual([['empty'], null])
  })
})

describe('forEach', () => {
  it('over an empty list completes without runs', async () => {
    const { job, ran } = await runs([
      node('a', { forEach: { value: [] } }),
      node('b', { parameters: { all: { node: 'a', result: '' } } }),
    ])

    expect(ran).toEqual(['b'])
    expect((await reportOf(alice, job)).nodes[1]?.runs[0]?.parameters).toEqual({ all: [] })
  })

  it.each([
    [{ n: 1 }, '“a” failed: “For each item” needs a list, but its value is not one.'],
    [
      Array.from({ length: 10_001 }, (_, index) => index),
      '“a” failed: “For each item” has 10,001 items. The limit is 10,000.',
    ],
  ])('fails for a value that is not a list, and for a list that is too long', async (list, message) => {
    const { error, ran } = await runs(
      [node('s', { parameters: { list: value(list) } }), node('a', { forEach: { node: 's', result: '/list' } })],
      { behavior: () => ({ result: { list } }) },
    )

    expect(error).toBe(message)
    expect(ran).toEqual(['s'])
  })

  it('creates thousands of runs in several transactions, each exactly once', async () => {
    const items = Array.from({ length: 2300 }, (_, index) => index)

    const job = await startsExecution(alice, workflows.stepId, {
      definition: {
        version: 1,
        title: 'Many',
        nodes: [node('a', { forEach: { value: items }, parameters: { fails: value(true) } })],
      },
    })

    await expect
      .poll(async () => (await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.TotalEntities, {
        timeout: 20_000,
      })
      .toBe(2300)
    await does(alice, job, 'CancelProcessing')
    const found = await findsJobs(alice, { Filter: { ParentJobUrl: job }, Pagination: { PageSize: 1 } })
    expect(found.properties.StateCounts).toEqual({ Canceled: 2300 })
  })
})

it('sec/J9 nodes whose parameters take long to check are expanded in several transactions, each once', async () => {
  const parameters = { list: value(Array(1000).fill(199)) }
  const nodes = Array.from({ length: 9 }, (_, nth) =>
    node(`n${nth}`, { step: { function: 'choices' }, parameters, after: ['first'] }),
  )

  const { job, ran, state } = await runs([node('first'), ...nodes])

  expect([state, ran.toSorted()]).toEqual(['Completed', ['first', ...nodes.map((_, nth) => `n${nth}`)]])
  const { rows } = await asSystem(api.db, (tx) =>
    tx.query<{ transactions: number }>(
      `select count(distinct created_at)::int as transactions from job where parent_id = $1 and name <> 'first'`,
      [job.split('/').at(-1)],
    ),
  )
  expect(rows[0]?.transactions).toBeGreaterThan(2)
})
