import { readFile, rename, writeFile } from 'node:fs/promises'
import { asSystem } from '@millrace/db/act'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import {
  availableActionsOf,
  does,
  hasJob,
  type JobDocument,
  manifest,
  stateOf,
  testWorker,
  uploads,
} from '#testing/jobs.ts'
import { findMissingData, findRepairedData } from '../../maintenance.ts'

const api = await testApi()
const worker = await testWorker(api)
let count = 0

async function newStep(change = {}): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`reads_${count}`, change))
  return id
}

const read = (client: TestClient, job: string) => client.read<JobDocument>(job)

async function inputOf(client: TestClient, job: string): Promise<string> {
  const [slot] = embedded(await read(client, job), 'InputDataSlot')
  return hrefOf(embedded(slot!, 'Selected')[0]!, 'self') ?? ''
}

/** Deletes stored bytes, as a broken disk would. Returns a function that restores them. */
async function removeBytes(client: TestClient, data: string): Promise<() => Promise<void>> {
  const { properties } = await client.read<{ properties: { Sha256: string } }>(data)
  const file = await api.deps.storage.localPath(properties.Sha256)
  await rename(file, `${file}.gone`)
  return () => rename(`${file}.gone`, file)
}

/** Flips one bit of the stored bytes, as a failing disk would. Returns a function that restores the bit. */
async function flipBit(client: TestClient, data: string): Promise<() => Promise<void>> {
  const { properties } = await client.read<{ properties: { Sha256: string } }>(data)
  const file = await api.deps.storage.localPath(properties.Sha256)
  const good = await readFile(file)
  const bad = Buffer.from(good)
  bad.writeUInt8(bad.readUInt8(0) ^ 1, 0)
  await writeFile(file, bad)
  return () => writeFile(file, good)
}

/** Unique content for each test, because equal content is stored only once. */
const uniqueContent = () => `a,b\n${crypto.randomUUID()},2\n`

async function hasReadyJob(client: TestClient, stepId: string): Promise<{ job: string; data: string }> {
  const job = await hasJob(client, stepId, 'Created')
  const data = await uploads(client, 'table.csv', uniqueContent())
  const reply = await client.post(`${job}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: data })
  expect(reply.status).toBe(200)
  return { job, data }
}

const idOf = (href: string) => href.split('/').at(-1)

/** Resolves once a transaction waits for the lock of another one. */
async function waitsForLock(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => asSystem(api.db, async (tx) => (await tx.query(waiting)).rowCount)).toBeGreaterThan(0)
}

describe('bytes that cannot be read', () => {
  it('move the job to DataMissing and void its lease when a worker fetches them', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const { job, data } = await hasReadyJob(alice, step)
    await does(alice, job, 'StartProcessing')
    const [lease] = await worker.claims([step])
    await removeBytes(alice, data)

    const fetched = await worker.on(lease!).call('GET', 'inputs/table/0')
    const late = await worker.on(lease!).call('POST', 'complete', {})

    expect([fetched.status, late.status]).toEqual([409, 409])
    expect((await read(alice, job)).properties).toMatchObject({
      State: 'DataMissing',
      ErrorDescription: 'The stored file of table.csv cannot be read.',
      CompletedAt: null,
    })
    expect(await availableActionsOf(alice, job)).toEqual(
      expect.arrayContaining(['SelectProcessing', 'CancelProcessing', 'Delete']),
    )
    expect(await availableActionsOf(alice, job)).not.toContain('StartProcessing')
  })

  it('make the job ready again when they are restored', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const { job, data } = await hasReadyJob(alice, step)
    await does(alice, job, 'StartProcessing')
    const [lease] = await worker.claims([step])
    const putBack = await removeBytes(alice, data)
    await worker.on(lease!).call('GET', 'inputs/table/0')

    await findMissingData(api.deps)
    const meanwhile = await stateOf(alice, job)
    await putBack()
    await findMissingData(api.deps)

    expect(meanwhile).toBe('DataMissing')
    expect((await read(alice, job)).properties).toMatchObject({ State: 'ReadyForProcessing', ErrorDescription: null })
    await does(alice, job, 'StartProcessing')
    const [second] = await worker.claims([step])
    expect(second?.attempt).toBe(2)
  })

  it('cannot be chosen as an input', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, await newStep(), 'Created')
    const data = await uploads(alice, 'table.csv', uniqueContent())
    await removeBytes(alice, data)

    const reply = await alice.post(`${job}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: data })

    expect([reply.status, await reply.text()]).toEqual([
      422,
      expect.stringContaining('The stored file of table.csv is missing.'),
    ])
    expect(await stateOf(alice, job)).toBe('Created')
    expect(embedded(embedded(await read(alice, job), 'InputDataSlot')[0]!, 'Selected')).toEqual([])
  })
})

describe('stored bytes that differ from what was uploaded', () => {
  const DAMAGE_REPORT = {
    kind: 'retryable',
    message: 'table.csv failed its checksum twice.',
    input: { slot: 'table', index: 0 },
  }

  async function running() {
    const alice = await api.signUp()
    const step = await newStep()
    const { job, data } = await hasReadyJob(alice, step)
    await does(alice, job, 'StartProcessing')
    const [lease] = await worker.claims([step])
    return { alice, step, job, data, lease: lease! }
  }

  it('FLT16 move the job to DataMissing and name the file when a worker reports damage', async () => {
    const { alice, job, data, lease } = await running()
    await flipBit(alice, data)

    const reply = await worker.on(lease).call('POST', 'fail', DAMAGE_REPORT)

    expect(reply.status, await reply.clone().text()).toBe(200)
    expect((await read(alice, job)).properties).toMatchObject({
      State: 'DataMissing',
      ErrorDescription: expect.stringMatching(/^The stored file of table\.csv is damaged\. Choose other data/),
      CompletedAt: null,
    })
    expect((await worker.on(lease).call('POST', 'heartbeat', {})).status).toBe(409)
  })

  it('are verified when a worker reports damage, so that a failed transfer is only retried', async () => {
    const { alice, job, lease } = await running()

    await worker.on(lease).call('POST', 'fail', DAMAGE_REPORT)

    expect(await stateOf(alice, job)).toBe('Pending')
  })

  it('can only be reported by the worker that runs the job, and only for its inputs', async () => {
    const { alice, job, data, lease } = await running()
    await flipBit(alice, data)
    const stranger = { id: lease.id, token: crypto.randomUUID() }

    const foreign = await worker.on(stranger).call('POST', 'fail', DAMAGE_REPORT)
    const elsewhere = await worker.on(lease).call('POST', 'fail', { ...DAMAGE_REPORT, input: { slot: 'x', index: 0 } })

    expect([foreign.status, elsewhere.status]).toEqual([409, 404])
    expect(await stateOf(alice, job)).toBe('Processing')
  })

  it('make the job ready again only once they are restored', async () => {
    const { alice, job, data, lease } = await running()
    const mend = await flipBit(alice, data)
    await worker.on(lease).call('POST', 'fail', DAMAGE_REPORT)

    await findMissingData(api.deps)
    await findRepairedData(api.deps)
    const meanwhile = await stateOf(alice, job)
    await mend()
    await findRepairedData(api.deps)

    expect(meanwhile).toBe('DataMissing')
    expect((await read(alice, job)).properties).toMatchObject({ State: 'ReadyForProcessing', ErrorDescription: null })
  })
})

describe('data that an administrator deletes', () => {
  it('is removed from every unfinished job, which can continue with other data', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const { job: ready, data } = await hasReadyJob(alice, step)
    const pending = await hasJob(alice, await newStep(), 'Created')
    await alice.post(`${pending}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: data })
    await does(alice, pending, 'StartProcessing')

    await does(api.administrator, data, 'Delete')

    expect([await stateOf(alice, ready), await stateOf(alice, pending)]).toEqual(['DataMissing', 'DataMissing'])
    expect((await read(alice, ready)).properties.ErrorDescription).toBe('table.csv was deleted by an administrator.')
    expect((await alice.get(data)).status).toBe(404)
    await findMissingData(api.deps)
    expect(await stateOf(alice, ready)).toBe('DataMissing')
    const other = await uploads(alice, 'other.csv', uniqueContent())
    await alice.post(`${ready}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: other })
    expect((await read(alice, ready)).properties).toMatchObject({ State: 'ReadyForProcessing', ErrorDescription: null })
    expect(await inputOf(alice, ready)).toBe(other)
    await does(alice, pending, 'CancelProcessing')
    expect(await stateOf(alice, pending)).toBe('Canceled')
  })

  it('stays missing even if the job’s other inputs exist', async () => {
    const alice = await api.signUp()
    const many = await newStep({ input_dataslots: [{ name: 'tables', maxSlots: null }] })
    const job = await hasJob(alice, many, 'Created')
    const data = [await uploads(alice, 'a.csv', uniqueContent()), await uploads(alice, 'b.csv', uniqueContent())]
    const chosen = await alice.post(`${job}/InputDataSlot/0/SelectWorkDataCollection`, { WorkDataUrls: data })
    expect(chosen.status, await chosen.clone().text()).toBe(200)

    await does(api.administrator, data[0] ?? '', 'Delete')
    await findMissingData(api.deps)

    expect((await read(alice, job)).properties).toMatchObject({
      State: 'DataMissing',
      ErrorDescription: 'a.csv was deleted by an administrator.',
    })
  })

  it('is locked after the jobs that use it, as in transactions that end or repeat a run', async () => {
    const alice = await api.signUp()
    const { job, data } = await hasReadyJob(alice, await newStep())

    const deleted = await asSystem(api.db, async (tx) => {
      await tx.query('select from job where id = $1 for update', [idOf(job)])
      const deletion = api.administrator.request('DELETE', `${data}/Delete`)
      await waitsForLock()
      await tx.query('select from work_data where id = $1 for key share nowait', [idOf(data)])
      return { deletion }
    })

    expect((await deleted.deletion).status).toBe(200)
    expect(await stateOf(alice, job)).toBe('DataMissing')
  })

  it('is also removed from a job for which it is selected meanwhile', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const [data, job] = [await uploads(alice, 'table.csv', uniqueContent()), await hasJob(alice, step, 'Created')]

    const deleted = await asSystem(api.db, async (tx) => {
      await tx.query(
        `insert into job_input (owner_id, job_id, slot, item, work_data_id)
         select owner_id, $1, 0, 0, id from work_data where id = $2`,
        [idOf(job), idOf(data)],
      )
      const deletion = api.administrator.request('DELETE', `${data}/Delete`)
      await waitsForLock()
      return { deletion }
    })

    expect((await deleted.deletion).status).toBe(200)
    expect(await stateOf(alice, job)).toBe('DataMissing')
  })

  it('leaves finished jobs unchanged', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const { job, data } = await hasReadyJob(alice, step)
    await does(alice, job, 'StartProcessing')
    const [lease] = await worker.claims([step])
    await worker.on(lease!).writes('a\n')
    await worker.on(lease!).call('POST', 'complete', { result: 1 })

    await does(api.administrator, data, 'Delete')

    expect((await read(alice, job)).properties).toMatchObject({ State: 'Completed', Result: '1' })
  })
})

describe('a job with missing data', () => {
  it('becomes a draft again when its slot is emptied or another step is chosen', async () => {
    const alice = await api.signUp()
    const [step, optional] = [await newStep(), await newStep({ input_dataslots: [{ name: 'table', minSlots: 0 }] })]
    const { job, data } = await hasReadyJob(alice, step)
    const { job: second, data: secondData } = await hasReadyJob(alice, step)
    await does(api.administrator, data, 'Delete')
    await does(api.administrator, secondData, 'Delete')

    await alice.post(`${job}/InputDataSlot/0/Clear`)
    await does(alice, second, 'SelectProcessing', {
      ProcessingStepUrl: `http://localhost:3000/api/ProcessingStep/${optional}`,
    })

    expect([await stateOf(alice, job), await stateOf(alice, second)]).toEqual(['Created', 'ReadyForProcessing'])
  })

  it('waits until each slot that lost its data is filled or cleared', async () => {
    const alice = await api.signUp()
    const slots = ['one', 'two'].map((name) => ({ name, minSlots: 0 }))
    const { job, data } = await hasReadyJob(alice, await newStep({ input_dataslots: slots }))
    await does(api.administrator, data, 'Delete')

    await alice.post(`${job}/InputDataSlot/1/SelectWorkData`, { WorkDataUrl: await uploads(alice, 'other.csv') })
    const meanwhile = await stateOf(alice, job)
    await alice.post(`${job}/InputDataSlot/0/Clear`)

    expect([meanwhile, await stateOf(alice, job)]).toEqual(['DataMissing', 'ReadyForProcessing'])
  })

  it('stays in DataMissing if only its parameters change', async () => {
    const alice = await api.signUp()
    const step = await newStep()
    const { job, data } = await hasReadyJob(alice, step)
    await does(api.administrator, data, 'Delete')

    await does(alice, job, 'ConfigureProcessing', { k: 9 })

    expect(await stateOf(alice, job)).toBe('DataMissing')
  })
})
