import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import type { JobProperties } from '@millrace/contracts/jobs'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, uploads } from '#testing/jobs.ts'
import { type Behavior, freeStep, reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'

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

/** Returns its parameters, and writes one file per name in its parameter `files`. Fails if `fails` is true. */
const echo: Behavior = ({ parameters, inputs }) =>
  parameters.fails === true
    ? { error: 'It was told to fail. Nothing else happened.' }
    : {
        result: { ...parameters, inputs: inputs.length },
        outputs: { out: (parameters.files as string[] | undefined) ?? [] },
      }

const node = (id: string, change: object = {}) => ({ id, title: id, step: { function: 'echo' }, ...change })
const value = (one: unknown) => ({ value: one })

async function runs(
  nodes: object[],
  more: { behavior?: Behavior; variables?: object; given?: Record<string, unknown> } = {},
) {
  const definition = { version: 1, title: 'Test', nodes, ...(more.variables && { variables: more.variables }) }
  const job = await startsExecution(alice, workflows.stepId, {
    definition,
    ...(more.given && { variables: more.given }),
  })
  const ran = await workflows.works(alice, job, more.behavior ?? echo)
  const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
  return { job, ran, state: properties.State, error: properties.ErrorDescription, cause: properties.Cause }
}

async function statesIn(job: string) {
  const { nodes } = await reportOf(alice, job)
  return Object.fromEntries(nodes.map(({ id, state, reason }) => [id, reason ? `${state}: ${reason}` : state]))
}

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

  it('that leave out items are not taken for the cause of a failure', async () => {
    const when = { compare: { left: { item: '' }, is: 'ge' as const, right: { value: 2 } } }

    const { error } = await runs([node('a', { forEach: { value: [1, 2] }, when })], {
      behavior: () => ({ error: 'It broke.' }),
    })

    expect(error).toBe('“a” failed: It broke.')
  })

  it('that cannot be decided fail the node', async () => {
    const { error } = await runs([node('a', when('lt', 'x'))], { variables: { v: { default: 4 } } })

    expect(error).toBe('“a” failed: The condition compares a number with a string. Compare two numbers or two strings.')
  })
})

describe('work data that a variable does not have', () => {
  it('is neither read nor repeated over', async () => {
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
  it('over nothing completes with nothing', async () => {
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
  ])('over what is not a list of bounded length fails', async (list, message) => {
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

describe('failures', () => {
  const fails = (change: object = {}) => node('a', { parameters: { fails: value(true) }, ...change })

  it('end the execution, cancel the rest and name the node and the cause', async () => {
    const { job, state, error, cause } = await runs([fails(), node('b', { after: ['a'] }), node('c')], {
      behavior: (lease) => (lease.jobName === 'c' ? { result: 0 } : echo(lease)),
    })

    expect(state).toBe('Error')
    expect(error).toBe('“a” failed: It was told to fail. Nothing else happened.')
    expect(cause).toBe('“a” failed: It was told to fail.')
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts).not.toHaveProperty(
      'Pending',
    )
  })

  it('with “continue” skip only what depends on the node', async () => {
    const { job, state, ran } = await runs([
      fails({ onFailure: 'continue' }),
      node('b', { parameters: { k: { node: 'a', result: '' } } }),
      node('c', { after: ['b'] }),
      node('d'),
    ])

    expect(state).toBe('Completed')
    expect(ran.toSorted()).toEqual(['a', 'd'])
    expect(await statesIn(job)).toEqual({
      a: 'Failed',
      b: 'Skipped: “a” failed.',
      c: 'Skipped: “b” was skipped.',
      d: 'Completed',
    })
  })

  it('with “continue” leave out failed items', async () => {
    const { job, state } = await runs([
      node('a', {
        forEach: { value: [true, false, true] },
        parameters: { fails: { item: '' } },
        onFailure: 'continue',
      }),
      node('b', { parameters: { all: { node: 'a', result: '/fails' } } }),
    ])

    expect(state).toBe('Completed')
    const { nodes } = await reportOf(alice, job)
    expect(nodes[0]?.runs.map((run) => run.state)).toEqual(['Failed', 'Completed', 'Failed'])
    expect(nodes[1]?.runs[0]?.parameters).toEqual({ all: [false] })
  })

  it('are repeated as often as “retries” says, each time as a new job', async () => {
    let failures = 2
    const behavior: Behavior = () => (failures-- > 0 ? { error: 'Not yet.' } : { result: 1 })

    const { job, state, ran } = await runs([node('a', { retries: 2 })], { behavior })

    expect(state).toBe('Completed')
    expect(ran).toEqual(['a', 'a', 'a'])
    const [a] = (await reportOf(alice, job)).nodes
    expect(a?.runs.map((run) => [run.try, run.state])).toEqual([
      [1, 'Failed'],
      [2, 'Failed'],
      [3, 'Completed'],
    ])
  })

  it('leave a node the time when a worker claimed it, also without the job of the first try', async () => {
    let failures = 1
    const behavior: Behavior = () => (failures-- > 0 ? { error: 'Not yet.' } : { result: 1 })
    const { job } = await runs([node('a', { retries: 1 })], { behavior })
    const found = await findsJobs(alice, { Filter: { ParentJobUrl: job, State: 'Error' } })
    const failed = hrefOf(embedded(found, 'item')[0]!, 'self') ?? ''

    expect((await alice.request('DELETE', `${failed}/Delete`)).status).toBe(200)

    const execution = await alice.read<SirenDocument>(`${job}/Execution`)
    const [a] = embedded<ExecutionNodeProperties>(execution, 'Node')
    expect(a?.properties.ClaimedAt).not.toBeNull()
  })

  it('before the start are not repeated, because the run would fail again', async () => {
    const parameters = { k: { node: 'a', result: '/nowhere' } }

    const { job, ran, error } = await runs([node('a'), node('b', { retries: 2, parameters })])

    expect(ran).toEqual(['a'])
    expect(error).toBe('“b” failed: The parameter “k” has no value. “a” returned no value at “/nowhere”.')
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts).toEqual({
      Completed: 1,
      Error: 1,
    })
  })

  it('after the last retry count once', async () => {
    const { error, ran } = await runs([fails({ retries: 1 })])

    expect(ran).toEqual(['a', 'a'])
    expect(error).toBe('“a” failed: It was told to fail. Nothing else happened.')
  })
})
