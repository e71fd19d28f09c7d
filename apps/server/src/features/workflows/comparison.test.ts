import type {
  ComparedOutputProperties,
  ExecutionComparisonProperties,
  ExecutionProperties,
} from '@millrace/contracts/executions'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { type Behavior, freeStep, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [
  freeStep('write', { title: 'Write a file', deterministic: true }),
  freeStep('pinned'),
])
const alice = await api.signUp()

const two = {
  version: 1,
  title: 'Two',
  nodes: [
    { id: 'a', title: 'First', step: { function: 'write', version: '^1.0.0' } },
    { id: 'b', step: { function: 'write' }, inputs: { in: [{ node: 'a', slot: 'out' }] } },
  ],
}
const writes =
  (texts: Record<string, string>, result = 1): Behavior =>
  ({ jobName }) => ({ result, outputs: { out: [texts[jobName] ?? jobName] } })

type TestUser = typeof alice

async function registersOwn(client: TestUser, step: object) {
  await api.db.pool.query(
    `insert into account_grant (id, subject_id, grant_id) values (gen_random_uuid(), $1, 'codeContributor')`,
    [client.publicId],
  )
  const { key } = (await (await client.post('/api/keys?scope=worker')).json()) as { key: string }
  const body = { manifests: [step] }
  const reply = await api.anonymous().request('PUT', '/worker/v1/steps', { body, headers: { 'x-api-key': key } })
  expect(reply.status, await reply.clone().text()).toBe(200)
}

/** Runs a workflow, then verifies the execution. `between` is called before the verification. */
async function verifies(
  before: Behavior,
  now: Behavior,
  { definition = two, between }: { definition?: object; between?(): Promise<unknown> } = {},
) {
  const job = await startsExecution(alice, workflows.stepId, { definition })
  await workflows.works(alice, job, before)
  await between?.()
  const action = actionOf(await alice.read<SirenDocument<ExecutionProperties>>(`${job}/Execution`), 'Verify')
  const reply = await alice.post(action?.href ?? '')
  expect(reply.status, await reply.clone().text()).toBe(201)
  const verifying = reply.headers.get('location') ?? ''
  const ran = await workflows.works(alice, verifying, now)
  const execution = await alice.read<SirenDocument<ExecutionProperties>>(`${verifying}/Execution`)
  const comparison = await alice.read<SirenDocument<ExecutionComparisonProperties>>(
    hrefOf(execution, 'Comparison') ?? '',
  )
  const outputs = embedded(comparison, 'Output') as SirenDocument<ComparedOutputProperties>[]
  const links = outputs.map((output) => [hrefOf(output, 'Before'), hrefOf(output, 'Now')])
  return { job, ran, execution, comparison, links, outputs: outputs.map(({ properties }) => properties) }
}

describe('verifying an execution', () => {
  it('runs every node again, and says that each output is the same', async () => {
    const { job, ran, execution, comparison, outputs } = await verifies(writes({}), writes({}))

    expect(ran).toEqual(['First', 'b'])
    expect(execution.properties).toMatchObject({ OriginPurpose: 'Verify', Name: 'Verify Run the workflow' })
    expect(hrefOf(comparison, 'Origin')).toBe(job)
    expect(comparison.properties).toEqual({
      State: 'Completed',
      Same: 4,
      Different: 0,
      Missing: 0,
      Added: 0,
      NotCompared: 0,
    })
    expect(outputs[1]).toMatchObject({ NodeId: 'a', Title: 'First', Output: 'out', Name: 'out_0.csv', Verdict: 'Same' })
    expect(outputs[3]).toMatchObject({ NodeId: 'b', Title: 'Write a file' })
    expect(outputs[1]?.Sha256Before).toBe(outputs[1]?.Sha256Now)
  })

  it('is refused if the execution failed, because it has no results to compare', async () => {
    const job = await startsExecution(alice, workflows.stepId, { definition: two })
    await workflows.works(alice, job, () => ({ error: 'It broke.' }))

    const reply = await alice.post(`${job}/Execution/Verify`)

    expect([reply.status, await reply.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'action-not-offered',
        detail: 'Only a completed execution has results to compare. Continue this one instead.',
      }),
    ])
  })

  it('lists outputs that differ first', async () => {
    const { comparison, outputs, links } = await verifies(writes({}), writes({ b: 'other' }, 2))

    expect(comparison.properties).toMatchObject({ Same: 1, Different: 3 })
    expect(outputs.map(({ NodeId, Output, Verdict }) => [NodeId, Output, Verdict])).toEqual([
      ['a', '', 'Different'],
      ['b', '', 'Different'],
      ['b', 'out', 'Different'],
      ['a', 'out', 'Same'],
    ])
    const jobs = links[2]?.map(async (href) => (await alice.read<SirenDocument<JobProperties>>(href ?? '')).properties)
    expect(await Promise.all(jobs ?? [])).toMatchObject([
      { Name: 'b', Result: '1' },
      { Name: 'b', Result: '2' },
    ])
  })

  it('compares returned values of any length', async () => {
    const long =
      (end: number): Behavior =>
      () => ({ result: { list: [...Array(2000).keys(), end] } })

    const same = await verifies(long(1), long(1))
    const other = await verifies(long(1), long(2))

    expect(same.comparison.properties).toMatchObject({ Same: 2, Different: 0 })
    expect(other.comparison.properties).toMatchObject({ Same: 0, Different: 2 })
  })

  it('compares the files that a nested workflow names, and not its report, whose times differ', async () => {
    const file = { node: 'b', slot: 'out' }
    const inner = await uploadsDefinition(alice, { ...two, outputs: { file } })
    const sub = { id: 's', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const outer = { version: 1, title: 'Outer', nodes: [sub] }

    const same = await verifies(writes({}), writes({}), { definition: outer })
    const other = await verifies(writes({}), writes({ 'Write a file': 'other', b: 'other' }), { definition: outer })

    expect(same.comparison.properties).toMatchObject({ Same: 5, Different: 0, NotCompared: 0 })
    expect(same.outputs[0]).toMatchObject({ NodeId: 's', Output: '', Verdict: 'Same' })
    expect(other.outputs[0]).toMatchObject({ NodeId: 's', Output: '', Verdict: 'Different' })
  })

  it('compares the outputs of the steps of a nested workflow, although it names no outputs', async () => {
    const middle = await uploadsDefinition(alice, { ...two, title: 'Middle' })
    const runs = (workData: string, title: string) => ({
      id: 's',
      title,
      step: { function: 'execute_workflow' },
      inputs: { workflow: [{ workData }] },
    })
    const inner = await uploadsDefinition(alice, { version: 1, title: 'Inner', nodes: [runs(middle, 'Middle')] })
    const outer = { version: 1, title: 'Outer', nodes: [{ ...runs(inner, 'Inner'), forEach: { value: [1, 2] } }] }

    const { comparison, outputs, links } = await verifies(writes({}), writes({ First: 'other' }), { definition: outer })

    expect(comparison.properties).toMatchObject({ Same: 6, Different: 2, Missing: 0, Added: 0 })
    expect(outputs.slice(0, 2)).toMatchObject(
      [1, 2].map((item) => ({
        ...{ NodeId: 's/s/a', Title: `Inner ${item} › Middle › First`, Item: 0, Output: 'out', Verdict: 'Different' },
      })),
    )
    expect(links[0]?.every((href) => href !== undefined)).toBe(true)
  })

  it('counts a failed nested workflow as missing, although it names no outputs', async () => {
    const inner = await uploadsDefinition(alice, two)
    const sub = { id: 's', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const outer = { version: 1, title: 'Outer', nodes: [sub] }

    const { outputs } = await verifies(writes({}), () => ({ error: 'Not this time.' }), { definition: outer })

    expect(outputs).toMatchObject([{ NodeId: 's', Output: '', Verdict: 'Missing' }])
  })

  it('runs the same step versions, even in nested workflows, and neither newer versions nor the user’s own steps of the same name', async () => {
    const pinned = (id: string) => ({ id, step: { function: 'pinned' } })
    const wrapped = async (nodes: object[]) => {
      const workflow = await uploadsDefinition(alice, { version: 1, title: 'Inner', nodes })
      return { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: workflow }] } }
    }
    const middle = await wrapped([await wrapped([pinned('c')]), pinned('b')])
    const definition = { version: 1, title: 'Outer', nodes: [middle, pinned('a')] }

    const { ran, comparison } = await verifies(writes({}), writes({}), {
      definition,
      async between() {
        await workflows.worker.registers(freeStep('pinned', { version: '1.1.0' }))
        await registersOwn(alice, freeStep('pinned'))
      },
    })

    expect(ran.toSorted()).toEqual(['a', 'b', 'c'])
    expect(comparison.properties).toMatchObject({ State: 'Completed', Different: 0, Missing: 0 })
  })

  it('counts what a failed node did not produce as missing', async () => {
    const { comparison } = await verifies(writes({}), (lease) =>
      lease.jobName === 'b' ? { error: 'Not this time.' } : writes({})(lease),
    )

    expect(comparison.properties).toEqual({
      State: 'Error',
      Same: 2,
      Different: 0,
      Missing: 2,
      Added: 0,
      NotCompared: 0,
    })
  })

  it('compares any two executions, by the ids of their nodes', async () => {
    const [first, second] = await Promise.all([
      startsExecution(alice, workflows.stepId, { definition: two }),
      startsExecution(alice, workflows.stepId, {
        definition: { version: 1, title: 'Other', nodes: [{ id: 'c', step: { function: 'write' } }, two.nodes[0]] },
      }),
    ])
    await workflows.works(alice, first, writes({}))
    await workflows.works(alice, second, writes({}))
    const template = hrefOf(await alice.read(`${second}/Execution`), 'CompareWith') ?? ''
    const withJob = (job: string) => {
      const url = new URL(template)
      url.searchParams.set('with', job)
      return url.href
    }

    const comparison = await alice.read<SirenDocument<ExecutionComparisonProperties>>(withJob(first))

    const outputs = embedded(comparison, 'Output') as SirenDocument<ComparedOutputProperties>[]
    expect(comparison.properties).toMatchObject({ Same: 2, Different: 0, Missing: 2, Added: 2 })
    expect(outputs.map(({ properties }) => [properties.NodeId, properties.Output, properties.Verdict])).toEqual([
      ['b', '', 'Missing'],
      ['b', 'out', 'Missing'],
      ['c', '', 'Added'],
      ['c', 'out', 'Added'],
      ['a', '', 'Same'],
      ['a', 'out', 'Same'],
    ])
    expect((await alice.read<SirenDocument<ExecutionComparisonProperties>>(template)).properties).toMatchObject({
      ...{ Same: 4, Different: 0, Missing: 0, Added: 0 },
    })
    const mallory = await api.signUp()
    const theirs = await startsExecution(mallory, workflows.stepId, { definition: two })
    expect((await alice.get(withJob(theirs))).status).toBe(404)
    expect((await alice.get(withJob('nonsense'))).status).toBe(422)
  })

  it('is not offered for executions that did not complete, and there is no comparison without a verification', async () => {
    const job = await startsExecution(alice, workflows.stepId, { definition: two })
    await workflows.works(alice, job, () => ({ error: 'No.' }))

    const execution = await alice.read<SirenDocument<ExecutionProperties>>(`${job}/Execution`)

    expect(actionOf(execution, 'Verify')).toBeUndefined()
    expect((await alice.get(`${job}/Execution/Comparison`)).status).toBe(404)
  })
})
