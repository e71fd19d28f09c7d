import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi({
  lanes: { largeBodies: { what: 'large requests', perOwner: 1, total: 8, waiting: 0, waitMs: 0 } },
})
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(
  manifest('clean', { parameters: { type: 'object', properties: { text: { type: 'string' } } } }),
)
const LARGE = { text: 'x'.repeat(60_000) }

/** Locks the row of a job, so that requests that change the job wait. `waiting` counts these requests. */
async function hold(jobId: string): Promise<{ waiting: () => Promise<number>; release: () => Promise<void> }> {
  const other = new pg.Client({ connectionString: api.db.url.replace('//millrace@', '//postgres@') })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('select from job where id = $1 for update', [jobId])
  return {
    waiting: async () => {
      const { rows } = await other.query<{ n: number }>(
        'select count(*)::int n from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      return rows[0]?.n ?? 0
    },
    release: async () => void (await other.query('rollback')),
  }
}

it('sec/J9 large requests of one owner are handled one at a time, and delay neither small ones nor other owners', async () => {
  const [mallory, bob] = await Promise.all([api.signUp(), api.signUp()])
  const [held, second, small] = await Promise.all([1, 2, 3].map(() => hasJob(mallory, stepId, 'Created')))
  const other = await hasJob(bob, stepId, 'Created')
  const row = await hold(held?.split('/').at(-1) ?? '')
  const first = mallory.post(`${held}/ConfigureProcessing`, LARGE)
  await expect.poll(row.waiting, { timeout: 30_000 }).toBe(1)

  const refused = await mallory.post(`${second}/ConfigureProcessing`, LARGE)
  const others = [
    await mallory.post(`${small}/ConfigureProcessing`, {}),
    await bob.post(`${other}/ConfigureProcessing`, LARGE),
  ]

  expect(await refused.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  await row.release()
  expect((await first).status).toBe(200)
  expect((await mallory.post(`${second}/ConfigureProcessing`, LARGE)).status).toBe(200)
})
