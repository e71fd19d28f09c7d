import type {
  ContinuationNodeProperties,
  ContinuationProperties,
  ExecutionNodeProperties,
  ExecutionProperties,
} from '@millrace/contracts/executions'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, findsJobs, uploads } from '#testing/jobs.ts'
import {
  type Behavior,
  freeStep,
  reportOf,
  startsExecution,
  testWorkflows,
  uploadsDefinition,
} from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [
  freeStep('same', { title: 'Same again', deterministic: true }),
  freeStep('random'),
  freeStep('ask', {
    deterministic: true,
    parameters: { type: 'object', properties: { sql: { type: 'string', 'x-volatile-words': ['now'] } } },
  }),
])
/** A new user for each test, whose runs no other test reuses. */
let alice = await api.signUp()
beforeEach(async () => {
  alice = await api.signUp()
})

type Execution = SirenDocument<ExecutionProperties>
type Continuation = SirenDocument<ContinuationProperties>
type Node<P> = SirenDocument<P>[]

const node = (id: string, change: object = {}) => ({ id, step: { function: 'same' }, ...change })
const value = (one: unknown) => ({ value: one })

/** Writes one file whose text is the parameter `text`, and fails if `fails` is true. */
const writes: Behavior = ({ parameters }) =>
  parameters.fails === true
    ? { error: 'It was told to fail.' }
    : { result: { ...parameters }, outputs: { out: [String(parameters.text ?? 'a')] } }

/** first → second (uses the file of first) → third (uses the file of second), and an unrelated node. */
const chain = (change: { first?: object; second?: object; third?: object } = {}) => ({
  version: 1,
  title: 'Chain',
  variables: { window: { type: 'integer', default: 3 } },
  nodes: [
    node('first', { parameters: { text: value('one'), window: { variable: 'window' }, ...change.first } }),
    node('second', {
      inputs: { in: [{ node: 'first', slot: 'out' }] },
      parameters: { text: value('two'), ...change.second },
    }),
    node('third', {
      inputs: { in: [{ node: 'second', slot: 'out' }] },
      parameters: { text: value('three'), ...change.third },
    }),
    node('other', { parameters: { text: value('other') } }),
  ],
})

async function ran(definition: unknown, behavior = writes): Promise<string> {
  const job = await startsExecution(alice, workflows.stepId, { definition })
  await workflows.works(alice, job, behavior)
  return job
}

async function actionHref(client: TestClient, job: string, name: string): Promise<string> {
  const execution = await client.read<Execution>(`${job}/Execution`)
  return actionOf(execution, name)?.href ?? ''
}

async function previews(job: string, input: object) {
  const reply = await alice.post(await actionHref(alice, job, 'PreviewContinuation'), input)
  expect(reply.status, await reply.clone().text()).toBe(200)
  const preview = (await reply.json()) as Continuation
  const nodes = embedded(preview, 'Node') as Node<ContinuationNodeProperties>
  return {
    counts: preview.properties.Counts,
    titles: nodes.map(({ properties }) => properties.Title),
    decisions: Object.fromEntries(nodes.map(({ properties: { Id, Decision, Reason } }) => [Id, [Decision, Reason]])),
  }
}

async function continues(job: string, input: object, behavior = writes) {
  const reply = await alice.post(await actionHref(alice, job, 'Continue'), input)
  expect(reply.status, await reply.clone().text()).toBe(201)
  const next = reply.headers.get('location') ?? ''
  const names = await workflows.works(alice, next, behavior)
  return { next, ran: names }
}

async function usedBytes(): Promise<number> {
  return (await api.db.pool.query('select used_bytes from owner where id = $1', [alice.publicId])).rows[0].used_bytes
}

const same = (name: string) => `Same step version, parameters and inputs as in “${name}”.`

describe('continuing an execution', () => {
  it('runs only what changed, and says why before the start', async () => {
    const job = await ran(chain())

    const { counts, titles, decisions } = await previews(job, { Variables: { window: 5 } })
    const { next, ran: names } = await continues(job, { Variables: { window: 5 } })

    expect(decisions).toEqual({
      first: ['Runs', 'The parameter window changed from 3 to 5.'],
      second: [
        'Depends',
        'It uses results of “Same again (first)”. If these are the same as before, it is reused; if not, it runs again.',
      ],
      third: [
        'Depends',
        'It uses results of “Same again (second)”. If these are the same as before, it is reused; if not, it runs again.',
      ],
      other: ['Reused', same('Run the workflow')],
    })
    expect(titles).toEqual(['first', 'second', 'third', 'other'].map((id) => `Same again (${id})`))
    expect(counts).toEqual({ Runs: 1, Depends: 2, Reused: 1 })
    expect(names).toEqual(['first'])
    const { properties } = await alice.read<SirenDocument<JobProperties>>(next)
    expect(properties.State).toBe('Completed')
  })

  it('runs what follows from changed results', async () => {
    const job = await ran(chain())
    const changed = chain({ second: { text: value('changed') } })

    const { decisions } = await previews(job, { Definition: changed })
    const { ran: names } = await continues(job, { Definition: changed })

    expect(decisions).toMatchObject({
      first: ['Reused', same('Run the workflow')],
      second: ['Runs', 'The parameter text changed from "two" to "changed".'],
      third: ['Depends', expect.any(String)],
    })
    expect(names).toEqual(['second', 'third'])
  })

  it('says that what only comes after a changed node is reused', async () => {
    const ordered = (text: string) => ({
      version: 1,
      title: 'In order',
      nodes: [
        node('changed', { parameters: { text: value(text) } }),
        node('after', { after: ['changed'], parameters: { text: value('after') } }),
        node('user', { inputs: { in: [{ node: 'after', slot: 'out' }] } }),
        node('both', { after: ['after'], inputs: { in: [{ node: 'changed', slot: 'out' }] } }),
      ],
    })
    const [job, changed] = [await ran(ordered('one')), { Definition: ordered('two') }]
    const { decisions } = await previews(job, changed)
    const { ran: names } = await continues(job, changed)

    expect(decisions).toEqual({
      changed: ['Runs', 'The parameter text changed from "one" to "two".'],
      after: ['Reused', same('Run the workflow')],
      user: ['Reused', same('Run the workflow')],
      both: ['Depends', expect.stringContaining('It uses results of “Same again (changed)”.')],
    })
    expect(names).toEqual(['changed', 'both'])
  })

  it('goes on where an execution failed', async () => {
    const job = await ran(chain({ second: { fails: value(true) } }))
    const fixed = chain()

    const { decisions } = await previews(job, { Definition: fixed })
    const { next, ran: names } = await continues(job, { Definition: fixed })

    expect(decisions).toEqual({
      first: ['Reused', same('Run the workflow')],
      second: ['Runs', 'It failed.'],
      third: ['Runs', 'It has not run before.'],
      other: ['Reused', same('Run the workflow')],
    })
    expect(names).toEqual(['second', 'third'])
    const report = await reportOf(alice, next)
    expect(report.nodes.map(({ runs: [run] }) => run?.reusedFrom)).toEqual([
      new URL(job).pathname,
      undefined,
      undefined,
      new URL(job).pathname,
    ])
    expect(report.nodes[0]?.runs[0]?.outputs.out?.[0]?.name).toBe('out_0.csv')
  })

  it('shows in the new execution what was reused and from which one', async () => {
    const job = await ran(chain())
    const { next } = await continues(job, { Variables: { window: 5 } })

    const execution = await alice.read<Execution>(`${next}/Execution`)

    expect(execution.properties).toMatchObject({ OriginPurpose: 'Continue', Variables: { window: 5 } })
    expect(hrefOf(execution, 'Origin')).toBe(job)
    const nodes = embedded(execution, 'Node') as Node<ExecutionNodeProperties>
    expect(nodes.map((one) => [one.properties.Id, one.properties.ReusedRuns, hrefOf(one, 'ReusedFrom')])).toEqual([
      ['first', 0, undefined],
      ['second', 1, job],
      ['third', 1, job],
      ['other', 1, job],
    ])
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: next } })).properties.TotalEntities).toBe(1)
  })

  it('reuses single items of forEach', async () => {
    const definition = {
      version: 1,
      title: 'Items',
      variables: { list: { type: 'array', items: { type: 'integer' }, default: [1, 2, 3] } },
      nodes: [
        node('each', { forEach: { variable: 'list' }, parameters: { text: { item: '' } } }),
        node('all', { inputs: { in: [{ node: 'each', slot: 'out' }] } }),
      ],
    }
    const job = await ran(definition)

    const { next, ran: names } = await continues(job, { Variables: { list: [3, 4, 1] } })

    expect(names).toEqual(['each 2', 'all'])
    const { nodes } = await reportOf(alice, next)
    expect(nodes[0]?.runs.map(({ item, result }) => [item, result])).toEqual([
      [0, { text: 3 }],
      [1, { text: 4 }],
      [2, { text: 1 }],
    ])
  })

  it('keeps the execution whose results it reuses from being deleted', async () => {
    const job = await ran(chain())
    const { next } = await continues(job, { Variables: { window: 5 } })
    for (const one of [job, next]) await does(alice, one, 'AllowOutputDataDeletion')

    const refused = await alice.post(`${job}/DeleteWithOutputData`)
    await does(alice, next, 'DeleteWithOutputData')
    await does(alice, job, 'DeleteWithOutputData')

    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      detail: 'Results of this job are reused by “Run the workflow”. Delete that execution first.',
    })
  })

  it('runs everything again on request', async () => {
    const job = await ran(chain())

    const { counts } = await previews(job, { Reuse: false })
    const { ran: names, next } = await continues(job, { Reuse: false, Name: 'All again' })

    expect(counts).toEqual({ Runs: 4 })
    expect(names).toHaveLength(4)
    const { properties } = await alice.read<Execution>(`${next}/Execution`)
    expect(properties).toMatchObject({ Name: 'All again', OriginPurpose: 'Repeat' })
  })

  it('reuses results of earlier executions, too', async () => {
    const job = await ran(chain())
    const { next } = await continues(job, { Variables: { window: 7 } })

    const { ran: names } = await continues(next, { Variables: { window: 3 } })

    expect(names).toEqual([])
  })
})

describe('a run is not reused', () => {
  const single = (change: object = {}) => ({ version: 1, title: 'Single', nodes: [node('a', change)] })

  it('if its step is not marked as deterministic', async () => {
    const job = await ran(single({ step: { function: 'random' } }))

    const { decisions } = await previews(job, {})
    const { ran: names } = await continues(job, {})

    expect(decisions.a).toEqual(['Runs', 'random is not marked as deterministic, so its results are never reused.'])
    expect(names).toEqual(['a'])
  })

  it('if a parameter uses a word with which results differ each time', async () => {
    const asks = (sql: string) => single({ step: { function: 'ask' }, parameters: { sql: { value: sql } } })
    const [volatile, stable] = [await ran(asks('select now()')), await ran(asks('select known'))]

    const { decisions } = await previews(volatile, {})
    const { ran: again } = await continues(volatile, {})
    const { ran: reused } = await continues(stable, {})

    expect(decisions.a).toEqual(['Runs', 'The parameter sql uses “now”, which may give a different result each time.'])
    expect(again).toEqual(['a'])
    expect(reused).toEqual([])
  })

  it('if the content of an input changed', async () => {
    const [before, after] = [await uploads(alice, 'in.csv', 'a\n1\n'), await uploads(alice, 'in.csv', 'a\n2\n')]
    const definition = {
      ...single({ inputs: { in: [{ variable: 'data' }] } }),
      variables: { data: { type: 'string', format: 'work-data', default: before } },
    }
    const job = await ran(definition)

    const { decisions } = await previews(job, { Variables: { data: after } })
    const { ran: names } = await continues(job, { Variables: { data: after } })

    expect(decisions.a).toEqual(['Runs', 'The content of in.csv, the input in, changed.'])
    expect(names).toEqual(['a'])
  })

  it('if files that it wrote were deleted', async () => {
    const job = await ran(single({ parameters: { text: value('deleted') } }))
    const [run] = (await reportOf(alice, job)).nodes[0]?.runs ?? []
    const file = run?.outputs.out?.[0]?.workData ?? ''
    await does(alice, file, 'AllowDeletion')
    await does(alice, file, 'Delete')

    const { decisions } = await previews(job, {})
    const { ran: names } = await continues(job, {})

    expect(decisions.a).toEqual(['Runs', 'Files that it wrote were deleted.'])
    expect(names).toEqual(['a'])
  })

  it('of another owner', async () => {
    const definition = single({ parameters: { text: value('shared by chance') } })
    const job = await ran(definition)
    const bob = await api.signUp()

    const mine = await startsExecution(bob, workflows.stepId, { definition })
    const names = await workflows.works(bob, mine, writes)
    const reply = await bob.post(`${job}/Execution/Continue`, {})

    expect(names).toEqual(['a'])
    expect(reply.status).toBe(404)
  })
})

describe('the request', () => {
  it('is refused while the execution runs', async () => {
    const job = await startsExecution(alice, workflows.stepId, { definition: chain() })

    const reply = await alice.post(`${job}/Execution/Continue`, {})

    expect(actionOf(await alice.read<Execution>(`${job}/Execution`), 'Continue')).toBeUndefined()
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'action-not-offered' })
    await does(alice, job, 'CancelProcessing')
  })

  it('reports all faults of a definition, and stores nothing', async () => {
    const job = await ran(chain())
    const before = await usedBytes()
    const broken = { version: 1, title: 'Broken', nodes: [{ id: 'x', step: { function: 'nope' } }] }

    for (const action of ['PreviewContinuation', 'Continue']) {
      const reply = await alice.post(await actionHref(alice, job, action), { Definition: broken })

      expect(reply.status).toBe(422)
      expect(await reply.json()).toMatchObject({ faults: [{ pointer: '/nodes/0/step/function' }] })
    }
    expect(await usedBytes()).toBe(before)
  })

  it('says before the start what can’t run', async () => {
    const job = await ran(chain())
    const definition = { ...chain(), nodes: [node('a', { inputs: { in: [{ workData: job }] } })] }

    const reply = await alice.post(await actionHref(alice, job, 'PreviewContinuation'), { Definition: definition })

    expect(reply.status).toBe(422)
  })

  it('takes another definition by its URL, and advertises its schema', async () => {
    const job = await ran(chain())
    const url = await uploadsDefinition(alice, chain({ third: { text: value('by URL') } }))
    const action = actionOf(await alice.read<Execution>(`${job}/Execution`), 'Continue')
    const schema = await (await alice.get(action?.fields?.[0]?.class?.[0] ?? '')).json()

    const { ran: names } = await continues(job, { DefinitionUrl: url })

    expect(Object.keys((schema as { properties: object }).properties)).toEqual([
      ...['Name', 'Variables', 'DefinitionUrl', 'Definition', 'Reuse'],
    ])
    expect(names).toEqual(['third'])
  })

  it('leaves nothing behind when it previews', async () => {
    const job = await ran(chain())
    const before = (await findsJobs(alice, {})).properties.TotalEntities

    await previews(job, { Definition: chain({ third: { text: value('x') } }) })

    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(before)
  })
})
