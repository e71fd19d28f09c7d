import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SystemReport } from '@millrace/contracts/system'
import { asSystem } from '@millrace/db/act'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const read = () => api.administrator.read<SystemReport>('/api/admin/system')

it('sec/E6 the system report is for administrators only', async () => {
  expect((await (await api.signUp()).get('/api/admin/system')).status).toBe(403)
})

it('the system report contains versions, the database and storage', async () => {
  const { version, database, storage, queue } = await read()

  expect(version).toBe('0.1.0')
  expect(database).toEqual({ version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) })
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(storage.freeBytes).toBeGreaterThan(0)
  expect(queue).toEqual({ waiting: 0, running: 0, oldest: null })
})

it('the system report contains the oldest waiting job of all queues and owners, running jobs, workers and the largest owners', async () => {
  const [clean, plot] = await worker.registers(manifest('clean'), manifest('plot'))
  const [mara, jonas] = await Promise.all([api.signUp({ name: 'Mara' }), api.signUp({ name: 'Jonas' })])
  await hasJob(mara, clean ?? '', 'Pending')
  await worker.claims([clean ?? ''], { stepNetwork: 'kept' })
  for (const step of [clean, plot]) for (const person of [mara, jonas]) await hasJob(person, step ?? '', 'Pending')
  await asSystem(api.db, (tx) =>
    tx.query(
      `update job set queued_at = now() - interval '3 hours' where step_id = $1 and owner_id = $2 and state = 'Pending'`,
      [plot, jonas.publicId],
    ),
  )

  const { queue, workers, storage } = await read()

  expect(queue).toMatchObject({ waiting: 4, running: 1, oldest: { name: 'Clean the readings', ownerName: 'Jonas' } })
  expect(Date.now() - Date.parse(queue.oldest?.queuedAt ?? '')).toBeGreaterThan(10_000_000)
  expect(workers).toMatchObject([{ name: 'test', isConnected: true, steps: 1, runningJobs: 1, stepNetwork: 'kept' }])
  expect(storage.largestOwners.map(({ name }) => name)).toEqual(expect.arrayContaining(['Mara', 'Jonas']))
  expect(storage.usedBytes).toBeGreaterThanOrEqual(storage.largestOwners[0]?.usedBytes ?? 0)
})

it('the system report lists every worker of the same steps, up to the latest hundred workers of a key', async () => {
  const [step = ''] = await worker.registers(manifest('shared'))
  const claims = (name: string) => worker.claims([step], { worker: name })
  const names = async () => (await read()).workers.map(({ name }) => name)

  for (const name of ['first machine', 'second machine']) await claims(name)
  expect(await names()).toEqual(expect.arrayContaining(['first machine', 'second machine']))

  for (let at = 0; at < 100; at += 1) await claims(`machine ${at}`)
  const kept = await asSystem(api.db, (tx) => tx.query<{ name: string }>('select name from worker'))
  expect(kept.rows.length).toBe(100)
  expect(kept.rows.map(({ name }) => name)).toContain('machine 99')
  expect(kept.rows.map(({ name }) => name)).not.toContain('first machine')
})

it('the system report says which email could not be sent, and why', async () => {
  const outbox = path.join(api.deps.env.MILLRACE_DATA, 'outbox')
  await rm(outbox, { recursive: true, force: true })
  await writeFile(outbox, 'not a folder')

  await api.anonymous().post('/api/auth/request-password-reset', { email: api.administrator.person.email })

  await expect
    .poll(async () => (await read()).mail, { timeout: 15_000 })
    .toEqual({
      transport: 'outbox',
      waiting: 1,
      retrying: 1,
      failed: 0,
      lastError: expect.stringContaining('EEXIST'),
    })
})
