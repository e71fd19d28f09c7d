import type { Fault } from '@millrace/contracts/problems'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, stateOf, stepHref, uploads } from '#testing/jobs.ts'
import { freeStep, hasExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'

const api = await testApi()
const tables = freeStep('tables', {
  input_dataslots: [{ name: 'table', mediatype: 'text/csv,application/json', minSlots: 0, maxSlots: null }],
})
const typed = freeStep('typed', {
  parameters: {
    properties: { interval: { $ref: '#/$defs/interval' } },
    $defs: { interval: { enum: ['hour', 'day'] } },
  },
})
const workflows = await testWorkflows(api, [freeStep('echo'), tables, typed])
const alice = await api.signUp()
const echo = (id: string, change: object = {}) => ({ id, step: { function: 'echo' }, ...change })
const workflow = (change: object = {}) => ({ version: 1, title: 'Echoes', nodes: [echo('a')], ...change })

async function refused(definition: unknown, variables?: Record<string, unknown>) {
  const job = await hasExecution(alice, workflows.stepId, { definition, ...(variables && { variables }) })
  const reply = await alice.post(`${job}/StartProcessing`)
  expect(reply.status).toBe(422)
  expect(await stateOf(alice, job)).toBe('ReadyForProcessing')
  return (await reply.json()) as { detail: string; faults?: Fault[] }
}

describe('a workflow that can’t start', () => {
  it('FLT26 reports every fault of the definition with its place', async () => {
    const { detail, faults } = await refused(
      workflow({ nodes: [echo('a', { after: ['a', 'b'] }), { id: 'c', step: { function: 'eccho' } }] }),
    )

    expect(faults).toEqual([
      { pointer: '/nodes/0/after/1', message: 'There is no node “b”.' },
      { pointer: '/nodes/0', message: '“a” waits for itself.' },
      { pointer: '/nodes/1/step/function', message: 'There is no processing step “eccho”.' },
    ])
    expect(detail).toBe('The workflow can’t start. Step “echo”: There is no node “b”. There are 2 more problems.')
  })

  it('reports faults of the definition, of variables and of links together', async () => {
    const missing = (await uploads(alice)).replace(/[0-9a-f]{12}$/, '000000000000')
    const node = echo('a', { after: ['b'], inputs: { in: [{ workData: missing }] } })
    const definition = workflow({ nodes: [node], variables: { n: { type: 'integer' } } })

    const pointers = async (document: unknown) =>
      (await refused(document, { n: 'x' })).faults?.map(({ pointer }) => pointer)

    expect(await pointers(definition)).toEqual(['/nodes/0/after/0', '/variables/n', '/nodes/0/inputs/in/0/workData'])
    expect(await pointers({ ...definition, titel: 'Echoes' })).toEqual(['/titel', '/nodes/0/after/0'])
  })

  it('names variables that are not declared, as parameters and as lists', async () => {
    const typedNode = { id: 'b', step: { function: 'typed' }, parameters: { interval: { variable: 'unit' } } }
    const nodes = [echo('a', { forEach: { variable: 'stations' } }), typedNode]

    expect((await refused(workflow({ nodes }))).faults).toEqual([
      { pointer: '/nodes/0/forEach', message: 'The variable “stations” is not declared.' },
      { pointer: '/nodes/1/parameters/interval', message: 'The variable “unit” is not declared.' },
    ])
  })

  it('names missing, unknown and invalid variables, and variables whose schema can’t be used', async () => {
    const variables = { a: { type: 'integer' }, b: { type: 'string', enum: ['x', 'y'] }, c: { type: 'boolean' } }

    expect((await refused(workflow({ variables }), { b: 'z', c: true, d: 1 })).faults).toEqual([
      { pointer: '/variables/d', message: 'The workflow has no variable “d”. It has “a”, “b”, “c”.' },
      { pointer: '/variables/a', message: 'The variable “a” has no value.' },
      { pointer: '/variables/b', message: expect.stringContaining('x') },
    ])
    expect((await refused(workflow({ variables: { a: { type: 'intger' } } }))).faults).toEqual([
      { pointer: '/variables/a', message: expect.stringContaining('type') },
    ])
  })

  it('names values of variables that a parameter can’t have, at the variable', async () => {
    const node = { id: 'a', step: { function: 'typed' }, parameters: { interval: { variable: 'every' } } }
    const definition = (change: object = {}) => ({
      version: 1,
      title: 'Typed',
      variables: { every: { type: 'string', default: 'day' } },
      nodes: [{ ...node, ...change }],
    })

    const { faults } = await refused(definition(), { every: 'fortnight' })

    expect(faults).toEqual([
      {
        pointer: '/variables/every',
        message: 'The parameter “interval” of “typed” can’t have this value. Choose one of: hour, day.',
      },
    ])
    const list = { variables: { list: {} }, nodes: [echo('a', { title: 'Each', forEach: { variable: 'list' } })] }
    expect((await refused(workflow(list), { list: Array(10_001).fill(0) })).faults).toEqual([
      {
        pointer: '/variables/list',
        message: '“Each” can’t run with this value. “For each item” has 10,001 items. The limit is 10,000.',
      },
    ])
    for (const change of [{ onFailure: 'continue' }, { forEach: { value: [] } }]) {
      const job = await hasExecution(alice, workflows.stepId, {
        definition: definition(change),
        variables: { every: 'fortnight' },
      })
      expect((await alice.post(`${job}/StartProcessing`)).status).toBe(200)
    }
  })

  it.each([
    ['{"version": 1,', /is not valid JSON/],
    ['['.repeat(100), /nested deeper than/],
    [`{"x": "${'x'.repeat(5_000_000)}"}`, /A workflow definition can be up to 5 MB/],
    [{ version: 2, title: 'New' }, /has version 2, but this server supports only version 1/],
    [[], /^Expected an object, but got a list\.$/],
    [
      '{"version": 1, "nodes": [], "title": "T", "nodes": [{}]}',
      /^The key “nodes” occurs more than once in this object/,
    ],
    [new Uint8Array([...Buffer.from('{"title": "caf'), 0xe9, ...Buffer.from('"}')]), /is not UTF-8/],
  ])('says that a file is not a definition it can read', async (definition, message) => {
    expect((await refused(definition)).faults?.[0]?.message).toMatch(message)
  })

  it('sec/J9 is checked in a thread if the check takes long, and refused if it takes too long', async () => {
    const choices = { type: 'array', items: { anyOf: Array.from({ length: 200 }, (_, nth) => ({ const: nth })) } }
    const variables = (count: number, items: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, nth) => [`v${nth}`, { ...choices, default: Array(items).fill(199) }]),
      )

    const { faults } = await refused(workflow({ variables: variables(60, 2000) }))
    const job = await hasExecution(alice, workflows.stepId, { definition: workflow({ variables: variables(2, 1000) }) })

    expect(faults).toEqual([{ pointer: '', message: expect.stringMatching(/takes too (long|much time)/) }])
    expect((await alice.post(`${job}/StartProcessing`)).status).toBe(200)
  })

  it('sec/J9 lists 1,000 faults at most', async () => {
    const nodes = Array.from({ length: 3000 }, (_, nth) => ({ id: `n${nth}`, step: { function: `no_${nth}` } }))

    const { detail, faults } = await refused(workflow({ nodes }))

    expect([faults?.length, detail]).toEqual([1000, expect.stringContaining('“no_0”')])
  })

  it('treats work data of others like work data that does not exist', async () => {
    const mallory = await api.signUp()
    const foreign = await uploads(mallory)
    const missing = foreign.replace(/[0-9a-f]{12}$/, '000000000000')
    const nodes = [echo('a', { inputs: { in: [{ workData: missing }, { variable: 'data' }] } })]
    const variables = { data: { type: 'string', format: 'work-data' } }

    const { faults } = await refused(workflow({ nodes, variables }), { data: foreign })

    expect(faults).toEqual([
      { pointer: '/variables/data', message: 'Work data not found. If it was deleted, choose other work data.' },
      {
        pointer: '/nodes/0/inputs/in/0/workData',
        message: 'Work data not found. If it was deleted, choose other work data.',
      },
    ])
  })

  it('names work data whose type does not fit the input that gets it', async () => {
    const [figure, table] = [await uploads(alice, 'figure.svg', '<svg/>'), await uploads(alice, 'table.csv', 'a\n1\n')]
    const reads = (id: string, change: object) => ({ id, step: { function: 'tables' }, ...change })
    const data = { type: 'string', format: 'work-data' }
    const variables = { data, many: { type: 'array', items: data } }
    const nodes = [
      reads('a', { inputs: { table: [{ variable: 'data' }, { workData: figure }] } }),
      reads('b', { title: 'Each', forEach: { variable: 'many' }, inputs: { table: [{ item: '' }] } }),
      echo('free', { inputs: { in: [{ variable: 'data' }] } }),
    ]

    const { faults } = await refused(workflow({ nodes, variables }), { data: figure, many: [table, figure] })

    const sentence = '“figure.svg” has the type image/svg+xml, but the input “table” of'
    expect(faults).toEqual([
      { pointer: '/variables/data', message: `${sentence} “a” accepts text/csv,application/json.` },
      { pointer: '/nodes/0/inputs/table/1/workData', message: `${sentence} “a” accepts text/csv,application/json.` },
      { pointer: '/variables/many', message: `${sentence} “Each” accepts text/csv,application/json.` },
    ])
  })

  it('accepts work data that only a node with a condition cannot read', async () => {
    const figure = await uploads(alice, 'figure.svg', '<svg/>')
    const when = { compare: { left: { value: 1 }, is: 'eq', right: { value: 2 } } }
    const node = { id: 'a', step: { function: 'tables' }, when, inputs: { table: [{ workData: figure }] } }
    const job = await hasExecution(alice, workflows.stepId, { definition: workflow({ nodes: [node] }) })

    expect((await alice.post(`${job}/StartProcessing`)).status).toBe(200)
  })

  it('names links that are not URLs of work data on this server', async () => {
    const nodes = [echo('a', { inputs: { in: [{ workData: 'https://elsewhere.example/file' }] } })]

    expect((await refused(workflow({ nodes }))).faults).toEqual([
      {
        pointer: '/nodes/0/inputs/in/0/workData',
        message: 'https://elsewhere.example/file is not the URL of work data on this server.',
      },
    ])
  })
})

describe('a sweep of a large workflow', () => {
  const nodes = Array.from({ length: 1000 }, (_, nth) => echo(`n${nth}`, { title: `The node with the number ${nth}` }))
  const choices = { type: 'array', items: { anyOf: Array.from({ length: 200 }, (_, nth) => ({ const: nth })) } }

  it.each([
    ['', { type: 'integer' }, (cell: number) => cell],
    [' with values that take long to check', choices, (cell: number) => Array(1001).fill(190 + cell)],
  ])(
    'starts%s',
    async (_, schema, valueFor) => {
      const definition = workflow({ nodes, variables: { varied: schema, same: { default: 1 } } })
      const url = await uploadsDefinition(alice, definition)

      const reply = await alice.post('/api/Job/StartSweep', {
        Name: 'Sweep',
        ProcessingStepUrl: stepHref(workflows.stepId),
        InputDataSlots: [{ Index: 0, WorkDataUrls: [url] }],
        Parameters: JSON.stringify({ same: 2 }),
        Cells: Array.from({ length: 8 }, (_, cell) => ({ varied: valueFor(cell) })),
      })

      expect(reply.status, await reply.clone().text()).toBe(201)
    },
    30_000,
  )
})

describe('a workflow that has been started', () => {
  it('has its first runs immediately, created by the system', async () => {
    const stepIds = await workflows.worker.registers(freeStep('first'))
    const step = { function: 'first' }
    const nodes = [echo('a', { step }), echo('b', { step, after: ['a'] })]
    const job = await hasExecution(alice, workflows.stepId, { definition: workflow({ nodes }) })

    await alice.post(`${job}/StartProcessing`)
    const leases = await workflows.worker.claims(stepIds, { waitMs: 0 })

    expect(leases).toHaveLength(1)
    const { rows } = await asSystem(api.db, (tx) =>
      tx.query<{ actor: string | null }>('select distinct actor from job_event where job_id = $1', [leases[0]?.id]),
    )
    expect(rows).toEqual([{ actor: null }])
  })

  it('attributes its first runs to the system even if an impersonating administrator starts it', async () => {
    const [ada, mara] = await Promise.all([api.signUp(), api.signUp()])
    await api.db.pool.query(`update "user" set role = 'admin' where id = $1`, [ada.userId])
    await ada.post('/api/auth/admin/impersonate-user', { userId: mara.userId })
    const job = await hasExecution(ada, workflows.stepId, { definition: workflow() })

    expect((await ada.post(`${job}/StartProcessing`)).status).toBe(200)

    const { rows } = await asSystem(api.db, (tx) =>
      tx.query(
        `select distinct parent_id is not null as "isRun", actor, impersonator
         from job join job_event on job_id = job.id where job.id = $1 or parent_id = $1 order by 1`,
        [job.split('/').at(-1)],
      ),
    )
    expect(rows).toEqual([
      { isRun: false, actor: mara.publicId, impersonator: ada.publicId },
      { isRun: true, actor: null, impersonator: null },
    ])
  })
})

describe('jobs of the engine', () => {
  it('are never handed to a worker, not even one of the system', async () => {
    const job = await hasExecution(alice, workflows.stepId, { definition: workflow() })
    await alice.post(`${job}/StartProcessing`)

    expect(await workflows.worker.claims([workflows.stepId], { waitMs: 0 })).toEqual([])
    expect(await stateOf(alice, job)).toBe('Processing')
  })

  it('do not include jobs of another owner’s step with the same name', async () => {
    const [stepId = ''] = await workflows.worker.registers(freeStep('execute_workflow', { version: '0.9.0' }))
    const job = await hasJob(alice, stepId, 'Pending')

    const [lease] = await workflows.worker.claims([stepId], { waitMs: 0 })

    expect(job).toContain(lease?.id)
  })
})
