import { PLANS } from '@millrace/contracts/limits'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import { actionOf } from '@millrace/siren/read'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, follows, hasJob, type JobDocument, manifest, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const superuser = new pg.Pool({ connectionString: api.deps.db.url.replace('//millrace@', '//postgres@') })
afterAll(() => superuser.end())
const [stepId = ''] = await worker.registers(manifest('talks', { input_dataslots: [], output_dataslots: [] }))
const [talkingStepId = ''] = await worker.registers(
  manifest('listens', { parameters: {}, input_dataslots: [], output_dataslots: [] }),
)
const asks = async (client: TestClient, document: string, action: string, body: object): Promise<Response> =>
  client.post(actionOf(await client.read<JobDocument>(document), action)?.href ?? '', body)
const usedBy = async (owner: string): Promise<number> =>
  Number((await superuser.query('select used_bytes from owner where id = $1', [owner])).rows[0].used_bytes)
const broken = async () => (await brokenInvariants(superuser)).filter((rule) => rule.includes('used storage'))
const logOf = (lines: number) => ({
  lines: Array.from({ length: lines }, () => ({
    at: new Date().toISOString(),
    stream: 'out',
    text: 'x'.repeat(7_000),
  })),
})

/** Creates a running job of a new user. `held` sends requests as the worker that runs it. */
async function running() {
  const owner = await api.signUp()
  const job = await hasJob(owner, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  return { owner, job, held: worker.on(lease!) }
}

describe('large tags and parameters', () => {
  const TAGS = Array.from({ length: 20 }, (_, tag) => `k${tag}=${'v'.repeat(1_000)}`)
  const talk = (letter: string) => ({ text: letter.repeat(100_000) })
  const uses = (owner: string, bytes: number) =>
    superuser.query('update owner set used_bytes = used_bytes + $2 where id = $1', [owner, bytes])

  it('count toward the storage of their owner until the job is deleted', async () => {
    const owner = await api.signUp()
    const job = await hasJob(owner, talkingStepId, 'ReadyForProcessing')
    const used: number[] = []
    for (const [action, body] of [
      ['EditTags', { Tags: TAGS }],
      ['ConfigureProcessing', talk('x')],
      ['EditTags', { Tags: ['short'] }],
      ['Delete', {}],
    ] as const) {
      await does(owner, job, action, body)
      used.push(Math.round((await usedBy(owner.publicId)) / 10_000))
    }

    expect(used).toEqual([2, 12, 10, 0])
    expect(await broken()).toEqual([])
  })

  it('of work data also count', async () => {
    const owner = await api.signUp()
    const data = await uploads(owner, 'a.csv', '1234')

    await does(owner, data, 'EditTags', { Tags: TAGS })
    const withTags = await usedBy(owner.publicId)
    await does(owner, data, 'AllowDeletion')
    await does(owner, data, 'Delete')

    expect([withTags > 20_000, await usedBy(owner.publicId)]).toEqual([true, 0])
    expect(await broken()).toEqual([])
  })

  it('are refused if the storage of their owner is used up, and small ones are not', async () => {
    const owner = await api.signUp()
    const job = await hasJob(owner, talkingStepId, 'ReadyForProcessing')
    const data = await uploads(owner, 'a.csv', '1234')
    await uses(owner.publicId, PLANS.free.storageBytes)
    const replies = [
      await asks(owner, job, 'ConfigureProcessing', talk('x')),
      await asks(owner, job, 'EditTags', { Tags: TAGS }),
      await asks(owner, data, 'EditTags', { Tags: TAGS }),
      await asks(owner, job, 'ConfigureProcessing', { text: 'short' }),
      await asks(owner, job, 'EditTags', { Tags: ['short'] }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([507, 507, 507, 200, 200])
    expect(await replies[0]?.text()).toContain('Tags and parameters over 10 kB count toward it')
    await uses(owner.publicId, -PLANS.free.storageBytes)
    expect(await broken()).toEqual([])
  })
})

describe('logs and large results', () => {
  it('count toward the storage of their owner until the job is deleted', async () => {
    const { owner, job, held } = await running()
    await held.call('POST', 'log', logOf(20))
    const withLog = await usedBy(owner.publicId)

    await held.call('POST', 'complete', { result: { text: 'y'.repeat(500_000) } })
    const withResult = await usedBy(owner.publicId)
    const whileStored = await broken()
    await does(owner, job, 'Delete')

    expect(withLog).toBeGreaterThan(140_000)
    expect(withResult - withLog).toBeGreaterThan(500_000)
    expect(await usedBy(owner.publicId)).toBe(0)
    expect([...whileStored, ...(await broken())]).toEqual([])
  })

  it('have limits: longer logs are truncated, and larger results are refused with a clear reason', async () => {
    const { owner, job, held } = await running()
    await superuser.query('update owner set used_bytes = $2 where id = $1', [owner.publicId, PLANS.free.storageBytes])

    for (let batch = 0; batch < 5; batch += 1) await held.call('POST', 'log', logOf(20))
    const refused = await held.call('POST', 'complete', { result: 'y'.repeat(1_000_001) })

    const log = await (await follows(owner, job, 'Log')).text()
    expect(log.length).toBeLessThan(100_000)
    expect(log).toContain('no storage left. Later lines were discarded.')
    expect(await owner.read(`${job}/LogLines`)).toMatchObject({ properties: { Truncated: true } })
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('The limit is 1 MB')])
    await superuser.query('update owner set used_bytes = used_bytes - $2 where id = $1', [
      owner.publicId,
      PLANS.free.storageBytes,
    ])
    expect(await broken()).toEqual([])
  })

  it('have limits: a log ends with one note once its owner’s storage is full', async () => {
    const { owner, job, held } = await running()
    await held.call('POST', 'log', logOf(20))
    const whole = await owner.read(`${job}/LogLines`)
    await superuser.query('update owner set used_bytes = used_bytes + $2 where id = $1', [
      owner.publicId,
      PLANS.free.storageBytes,
    ])

    for (let batch = 0; batch < 3; batch += 1) await held.call('POST', 'log', logOf(20))

    const log = await (await follows(owner, job, 'Log')).text()
    expect(whole).toMatchObject({ properties: { Total: 20, Truncated: false } })
    expect(await owner.read(`${job}/LogLines`)).toMatchObject({ properties: { Total: 22, Truncated: true } })
    expect(log.match(/Later lines were discarded/g)).toHaveLength(1)
  })
})
