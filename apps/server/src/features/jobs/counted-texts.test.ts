import { PLANS } from '@millrace/contracts/limits'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, follows, hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const superuser = new pg.Pool({ connectionString: api.deps.db.url.replace('//millrace@', '//postgres@') })
afterAll(() => superuser.end())
const [stepId = ''] = await worker.registers(manifest('talks', { input_dataslots: [], output_dataslots: [] }))
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

/** A running job of a new user, and the calls of its worker. */
async function running() {
  const owner = await api.signUp()
  const job = await hasJob(owner, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  return { owner, job, held: worker.on(lease!) }
}

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

  it('are truncated and refused with a clear reason at their limits', async () => {
    const { owner, job, held } = await running()
    await superuser.query('update owner set used_bytes = $2 where id = $1', [owner.publicId, PLANS.free.storageBytes])

    for (let batch = 0; batch < 5; batch += 1) await held.call('POST', 'log', logOf(20))
    const refused = await held.call('POST', 'complete', { result: 'y'.repeat(1_000_001) })

    const log = await (await follows(owner, job, 'Log')).text()
    expect(log.length).toBeLessThan(100_000)
    expect(log).toContain('no storage left. Later lines were discarded.')
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('The limit is 1 MB')])
    await superuser.query('update owner set used_bytes = used_bytes - $2 where id = $1', [
      owner.publicId,
      PLANS.free.storageBytes,
    ])
    expect(await broken()).toEqual([])
  })
})
