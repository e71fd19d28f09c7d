import { readFile, writeFile } from 'node:fs/promises'
import type { DashboardProperties } from '@millrace/contracts/dashboard'
import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, findsJobs, stateOf, uploads } from '#testing/jobs.ts'
import { freeStep, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'
import { findRepairedData } from '../../maintenance.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [
  freeStep('echo'),
  freeStep('needs', { input_dataslots: [{ name: 'in', mediatype: '', minSlots: 1, maxSlots: null }] }),
  freeStep('optional', {
    input_dataslots: ['one', 'two', 'unused'].map((name) => ({ name, mediatype: '', minSlots: 0, maxSlots: 1 })),
  }),
])
const done = () => ({ result: 1, outputs: { out: ['a\n'] } })
const SENTENCE = 'The work data for the input in was deleted.'
const UNSTARTED = 'Data was chosen, but the job has not been started.'

/** Two nodes. The second reads the data in the variable. */
const DEFINITION = {
  version: 1,
  title: 'Two nodes',
  variables: { data: { type: 'string', format: 'work-data' } },
  nodes: [
    { id: 'a', step: { function: 'echo' } },
    { id: 'b', title: 'Second', step: { function: 'echo' }, after: ['a'], inputs: { in: [{ variable: 'data' }] } },
  ],
}

async function deletes(client: TestClient, workData: string): Promise<void> {
  await does(client, workData, 'AllowDeletion')
  expect((await client.request('DELETE', `${workData}/Delete`)).status).toBe(200)
}

async function completesWaiting(): Promise<void> {
  for (const lease of await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })) await workflows.run(lease, done)
}

/** Completes waiting jobs until the job of the second node is claimed, and returns its lease. */
async function claimsSecond(): Promise<Lease> {
  let found: Lease | undefined
  const claims = async () => {
    const leases = await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })
    found = leases.find(({ jobName }) => jobName === 'Second')
    for (const lease of leases) if (lease !== found) await workflows.run(lease, done)
    return found
  }
  await expect.poll(claims).toBeDefined()
  return found!
}

/** Runs a callback while the engine is kept from advancing an execution. */
async function whileLocked(execution: string, work: () => Promise<void>): Promise<void> {
  await asSystem(api.db, async (tx) => {
    await tx.query('select from job where id = $1 for update', [execution.split('/').at(-1)])
    await work()
  })
}

async function nodesOf(client: TestClient, execution: string) {
  return embedded<ExecutionNodeProperties>(await client.read<SirenDocument>(`${execution}/Execution`), 'Node')
}

async function statesOf(client: TestClient, execution: string): Promise<string[]> {
  await completesWaiting()
  return (await nodesOf(client, execution)).map(({ properties }) => properties.State)
}

const jobOf = (client: TestClient, job: string) => client.read<SirenDocument<JobProperties>>(job)

/** Returns the jobs that need attention, according to the filtered list, the dashboard, and the counts of two lists. */
async function needsYou(client: TestClient) {
  const found = await findsJobs(client, { Filter: { NeedsYou: true, IsSubJob: false } })
  const all = await findsJobs(client, { Filter: { IsSubJob: false } })
  const root = await client.read<SirenDocument<DashboardProperties>>('/api/Dashboard')
  return [
    embedded<JobProperties>(found, 'item').map(({ properties }) => properties.Name),
    embedded<JobProperties>(root, 'StoppedJob').map(({ properties }) => properties.Name),
    found.properties.TotalEntities,
    all.properties.NeedsYouCount,
  ]
}

/** Chooses other data for a waiting run. */
async function choosesData(client: TestClient, job: string): Promise<void> {
  const [slot] = embedded(await jobOf(client, job), 'InputDataSlot')
  const select = actionOf(slot!, 'SelectWorkData')?.href ?? ''
  expect((await client.post(select, { WorkDataUrl: await uploads(client, 'other.csv') })).status).toBe(200)
}

describe('a node whose data was deleted', () => {
  it('is reported with its input, on the execution, and where jobs need attention, until other data is chosen', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const job = await startsExecution(alice, workflows.stepId, { definition: DEFINITION, variables: { data } })
    await deletes(alice, data)

    await expect.poll(() => statesOf(alice, job)).toEqual(['Completed', 'DataMissing'])
    const node = (await nodesOf(alice, job))[1]!
    const run = hrefOf(node, 'MissingDataJob') ?? ''
    expect([node.properties.MissingData, await stateOf(alice, run)]).toEqual([SENTENCE, 'DataMissing'])
    const { State, Nodes } = (await jobOf(alice, job)).properties
    expect([State, Nodes]).toEqual([
      'Processing',
      {
        Done: 1,
        Total: 2,
        MissingData: `“Second” is waiting for data. ${SENTENCE}`,
        StepWithoutWorker: null,
        SuspendedStep: null,
      },
    ])
    expect(await needsYou(alice)).toEqual([['Run the workflow'], ['Run the workflow'], 1, 1])

    await choosesData(alice, run)
    const unstarted = (await nodesOf(alice, job))[1]!
    expect([unstarted.properties.State, unstarted.properties.MissingData]).toEqual(['DataMissing', UNSTARTED])
    expect((await jobOf(alice, job)).properties.Nodes?.MissingData).toBe(`“Second” is waiting for data. ${UNSTARTED}`)
    expect(await needsYou(alice)).toEqual([['Run the workflow'], ['Run the workflow'], 1, 1])
    await does(alice, run, 'StartProcessing')

    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
    expect((await jobOf(alice, job)).properties.Nodes).toEqual({
      Done: 2,
      Total: 2,
      MissingData: null,
      StepWithoutWorker: null,
      SuspendedStep: null,
    })
    expect(await needsYou(alice)).toEqual([[], [], 0, 0])
  })

  it('does not keep its job when the execution is canceled before that job is started', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const job = await startsExecution(alice, workflows.stepId, { definition: DEFINITION, variables: { data } })
    await deletes(alice, data)
    await expect.poll(() => statesOf(alice, job)).toEqual(['Completed', 'DataMissing'])
    const run = hrefOf((await nodesOf(alice, job))[1]!, 'MissingDataJob') ?? ''
    await choosesData(alice, run)

    await does(alice, job, 'CancelProcessing')

    expect(await stateOf(alice, run)).toBe('Canceled')
    expect(await needsYou(alice)).toEqual([[], [], 0, 0])
  })

  it('waits for other data even if its data was deleted between two tries', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const again = { retries: 1, step: { function: 'needs' }, inputs: { in: [{ variable: 'data' }] } }
    const definition = { ...DEFINITION, nodes: [{ id: 'b', title: 'Second', ...again }] }
    const job = await startsExecution(alice, workflows.stepId, { definition, variables: { data } })
    const lease = await claimsSecond()
    await whileLocked(job, async () => {
      await workflows.run(lease, () => ({ error: 'Not yet.' }))
      await does(api.administrator, data, 'Delete')
    })

    await expect.poll(() => statesOf(alice, job)).toEqual(['DataMissing'])
    const [node] = await nodesOf(alice, job)
    expect(node?.properties.MissingData).toBe(SENTENCE)
    expect(hrefOf(node!, 'MissingDataJob')).not.toContain(lease.id)
  })

  describe('between two tries, as one of several files,', () => {
    /** Creates an execution whose only run has failed, and whose retry will lack one of its two files. */
    async function hasLostFile(client: TestClient, step: string) {
      const [kept, data] = [await uploads(client, 'kept.csv'), await uploads(client)]
      const inputs = { in: [{ workData: kept }, { variable: 'data' }] }
      const nodes = [{ id: 'b', title: 'Second', retries: 1, step: { function: step }, inputs }]
      const job = await startsExecution(client, workflows.stepId, {
        definition: { ...DEFINITION, nodes },
        variables: { data },
      })
      const lease = await claimsSecond()
      await whileLocked(job, async () => {
        await workflows.run(lease, () => ({ error: 'Not yet.' }))
        await does(api.administrator, data, 'Delete')
      })
      return job
    }

    it.each(['needs', 'echo'])('waits for data, whether or not the step needs files (%s)', async (step) => {
      const alice = await api.signUp()
      const job = await hasLostFile(alice, step)

      await expect.poll(() => statesOf(alice, job)).toEqual(['DataMissing'])
      const [node] = await nodesOf(alice, job)
      expect(node?.properties.MissingData).toBe(SENTENCE)
      const run = hrefOf(node!, 'MissingDataJob') ?? ''
      await choosesData(alice, run)
      await does(alice, run, 'StartProcessing')

      const lease = await claimsSecond()
      expect(lease.inputs.map(({ name }) => name)).toEqual(['other.csv'])
      await workflows.run(lease, done)
    })

    it('runs without the file once the slot is cleared', async () => {
      const alice = await api.signUp()
      const job = await hasLostFile(alice, 'echo')
      await expect.poll(() => statesOf(alice, job)).toEqual(['DataMissing'])
      const run = hrefOf((await nodesOf(alice, job))[0]!, 'MissingDataJob') ?? ''
      const [slot] = embedded(await jobOf(alice, run), 'InputDataSlot')

      const clear = actionOf(slot!, 'Clear')?.href ?? ''
      expect((await alice.post(clear)).status).toBe(200)
      await does(alice, run, 'StartProcessing')

      const lease = await claimsSecond()
      expect(lease.inputs).toEqual([])
      await workflows.run(lease, done)
    })
  })

  it('waits for each slot that lost a file between two tries, and only these can be cleared', async () => {
    const alice = await api.signUp()
    const files = [await uploads(alice, 'one.csv'), await uploads(alice, 'two.csv')]
    const inputs = { one: [{ workData: files[0] }], two: [{ workData: files[1] }] }
    const nodes = [{ id: 'b', title: 'Second', retries: 1, step: { function: 'optional' }, inputs }]
    const job = await startsExecution(alice, workflows.stepId, {
      definition: { version: 1, title: 'Optional files', nodes },
    })
    const lease = await claimsSecond()
    await whileLocked(job, async () => {
      await workflows.run(lease, () => ({ error: 'Not yet.' }))
      for (const file of files) await does(api.administrator, file, 'Delete')
    })
    await expect.poll(() => statesOf(alice, job)).toEqual(['DataMissing'])
    const run = hrefOf((await nodesOf(alice, job))[0]!, 'MissingDataJob') ?? ''
    const slots = async () => embedded(await jobOf(alice, run), 'InputDataSlot')
    const clearable = async () => (await slots()).map((slot) => actionOf(slot, 'Clear') !== undefined)
    const waits = async () => {
      const { State, ErrorDescription } = (await jobOf(alice, run)).properties
      return [State, ErrorDescription?.split('. ')[0], await clearable()]
    }
    expect(await waits()).toEqual(['DataMissing', 'The work data for the input one was deleted', [true, true, false]])

    const select = actionOf((await slots())[2]!, 'SelectWorkData')?.href ?? ''
    expect((await alice.post(select, { WorkDataUrl: await uploads(alice, 'other.csv') })).status).toBe(200)
    expect(await waits()).toEqual(['DataMissing', 'The work data for the input one was deleted', [true, true, true]])
    expect((await alice.post(actionOf((await slots())[0]!, 'Clear')?.href ?? '')).status).toBe(200)
    expect(await waits()).toEqual(['DataMissing', 'The work data for the input two was deleted', [false, true, true]])
    expect((await alice.post(actionOf((await slots())[1]!, 'Clear')?.href ?? '')).status).toBe(200)
    expect(await waits()).toEqual(['ReadyForProcessing', undefined, [false, false, true]])
    await does(alice, run, 'StartProcessing')

    const again = await claimsSecond()
    expect(again.inputs.map(({ name }) => name)).toEqual(['other.csv'])
    await workflows.run(again, done)
  })

  it('is found through the workflows that contain the node’s own', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const inner = await uploadsDefinition(alice, DEFINITION)
    const definition = {
      version: 1,
      title: 'Outer',
      nodes: [
        {
          id: 'inner',
          step: { function: 'execute_workflow' },
          parameters: { data: { value: data } },
          inputs: { workflow: [{ workData: inner }] },
        },
      ],
    }
    const job = await startsExecution(alice, workflows.stepId, { definition })
    const partOf = async () => hrefOf((await nodesOf(alice, job))[0]!, 'Job') ?? ''
    const started = async () => (await alice.get(`${await partOf()}/Execution`)).status
    await expect.poll(started).toBe(200)
    await deletes(alice, data)

    await expect.poll(() => statesOf(alice, job)).toEqual(['DataMissing'])
    const [node] = await nodesOf(alice, job)
    const part = await partOf()
    expect(hrefOf(node!, 'MissingDataExecution')).toBe(part)
    expect(node?.properties.MissingData).toBe(SENTENCE)
    expect((await jobOf(alice, job)).properties.Nodes?.MissingData).toBe(`“Two nodes” is waiting for data. ${SENTENCE}`)
    expect(await needsYou(alice)).toEqual([['Run the workflow'], ['Run the workflow'], 1, 1])

    const run = hrefOf((await nodesOf(alice, part))[1]!, 'MissingDataJob') ?? ''
    await choosesData(alice, run)
    await does(alice, run, 'StartProcessing')
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })
})

/** Creates an execution in which a worker found the data of the second node damaged. */
async function waitsForDamaged(client: TestClient, step = 'echo') {
  const data = await uploads(client, 'damaged.csv', `a\n${crypto.randomUUID()}\n`)
  const [first, second] = DEFINITION.nodes
  const definition = { ...DEFINITION, nodes: [first, { ...second, step: { function: step } }] }
  const job = await startsExecution(client, workflows.stepId, { definition, variables: { data } })
  const lease = await claimsSecond()
  const { properties } = await client.read<{ properties: { Sha256: string } }>(data)
  const file = await api.deps.storage.localPath(properties.Sha256)
  const good = await readFile(file)
  await writeFile(
    file,
    good.map((byte) => byte ^ 1),
  )
  const report = { kind: 'retryable', message: 'It is damaged.', input: { slot: 'in', index: 0 } }
  expect((await workflows.worker.on(lease).call('POST', 'fail', report)).status).toBe(200)
  return { client, job, run: lease.id, restore: () => writeFile(file, good) }
}

describe('a run whose data was damaged', () => {
  it('fails if it can’t start once the data is restored, while other runs continue', async () => {
    const [alice, bob] = [await api.signUp(), await api.signUp()]
    const [blocked, free] = [await waitsForDamaged(alice, 'needs'), await waitsForDamaged(bob)]
    const publishes = (isPublic: boolean) =>
      asSystem(api.db, (tx) =>
        tx.query(`update processing_step set is_public = $1 where function_name = 'needs'`, [isPublic]),
      )

    for (const { restore } of [blocked, free]) await restore()
    await publishes(false)
    await findRepairedData(api.deps)
    await publishes(true)

    const why = 'needs is no longer public. Choose another step.'
    expect((await jobOf(alice, `/api/Job/${blocked.run}`)).properties).toMatchObject({
      State: 'Error',
      ErrorDescription: why,
    })
    await expect.poll(() => stateOf(alice, blocked.job)).toBe('Error')
    expect((await jobOf(alice, blocked.job)).properties.ErrorDescription).toBe(`“Second” failed: ${why}`)
    await workflows.works(bob, free.job, done)
    expect(await stateOf(bob, free.job)).toBe('Completed')
  })

  it('is queued again as soon as the data is restored', async () => {
    const alice = await api.signUp()
    const { job, run, restore } = await waitsForDamaged(alice)
    expect((await jobOf(alice, `/api/Job/${run}`)).properties.StartedAt).toBeNull()
    expect((await nodesOf(alice, job))[1]?.properties).toMatchObject({
      State: 'DataMissing',
      MissingData: 'The stored file of damaged.csv is damaged.',
    })

    await restore()
    await findRepairedData(api.deps)

    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })
})
