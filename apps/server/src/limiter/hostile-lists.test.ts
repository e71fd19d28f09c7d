import type { JobQueryParameters } from '@millrace/contracts/jobs'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endExpiredAttempts } from '#maintenance.ts'
import { PASSWORD, testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { findsJobs, hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('clean'))

/** A search in logs, which waits while `blockLogs` holds its lock. */
const BY_LOG: JobQueryParameters = { Filter: { Log: 'gauge' } }

async function blockLogs(): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: api.db.url })
  await other.connect()
  await other.query('begin; lock table job_log in access exclusive mode')
  let isOpen = true
  const end = async () => {
    if (isOpen) await other.end()
    isOpen = false
  }
  onTestFinished(end)
  return end
}

async function listBy(client: TestClient, query: JobQueryParameters): Promise<string> {
  const made = await client.post('/api/JobQuery/CreateQuery', query)
  return made.headers.get('location') ?? ''
}

describe('sec/J9 lists that take long', () => {
  it('delay neither the lists of other owners nor the heartbeats of their jobs', async () => {
    const [mallory, bob] = await Promise.all([api.signUp(), api.signUp()])
    await hasJob(bob, stepId, 'Pending')
    const [lease] = await worker.claims([stepId])
    const href = await listBy(mallory, BY_LOG)
    const release = await blockLogs()
    let answered = 0
    const attack = Array.from({ length: 40 }, () => mallory.get(href).finally(() => (answered += 1)))

    const list = await findsJobs(bob, {})
    const beat = await worker.on(lease!).call('POST', 'heartbeat', {})

    expect(answered).toBe(0)
    expect(list.properties.TotalEntities).toBe(1)
    expect(beat.status).toBe(200)
    await release()
    const statuses = (await Promise.all(attack)).map((reply) => reply.status)
    expect(statuses.every((status) => status === 200)).toBe(true)
  })

  it('FLT15 are stopped, with advice to narrow the query', async () => {
    const mallory = await api.signUp()
    const href = await listBy(mallory, BY_LOG)
    await blockLogs()

    const reply = await mallory.get(href)

    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({
      code: 'query-too-slow',
      title: 'The query took too long',
      detail: expect.stringContaining('Narrow it'),
    })
  })

  it('are refused beyond the queue, with the time after which to try again', async () => {
    const mallory = await api.signUp()
    const href = await listBy(mallory, BY_LOG)
    const release = await blockLogs()
    const attack = Array.from({ length: 80 }, () => mallory.get(href))

    const refused = await Promise.race(attack)

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests', title: 'Too many requests' })
    await release()
    const statuses = (await Promise.all(attack)).map((reply) => reply.status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(66)
  })

  it('queue the parallel requests of a page and of a program with 32 threads', async () => {
    const bob = await api.signUp()
    const href = await listBy(bob, {})

    const replies = await Promise.all(Array.from({ length: 32 + 8 }, () => bob.get(href)))

    expect(replies.every((reply) => reply.status === 200)).toBe(true)
  })
})

describe('FLT13 while all connections for ordinary requests are in use', () => {
  it('sign-in, claims, heartbeats, completions and maintenance continue', async () => {
    const bob = await api.signUp()
    await hasJob(bob, stepId, 'Pending')
    await hasJob(bob, stepId, 'Pending')
    const busy = await Promise.all(Array.from({ length: api.db.pool.options.max ?? 0 }, () => api.db.pool.connect()))
    onTestFinished(() => {
      for (const client of busy) client.release()
    })

    const leases = await worker.claims([stepId], { max: 2 })
    const lease = worker.on(leases[0]!)
    const statuses = [
      await lease.call('POST', 'heartbeat', {}),
      await lease.writes('a,b\n1,2\n'),
      await lease.call('POST', 'complete', {}),
      await worker.on(leases[1]!).call('POST', 'fail', { message: 'The step failed.', kind: 'final' }),
      await api.anonymous().post('/api/auth/sign-in/email', { email: bob.person.email, password: PASSWORD }),
    ].map((reply) => reply.status)
    await endExpiredAttempts({ db: api.deps.reserved })

    expect(statuses).toEqual([200, 201, 200, 200, 200])
    expect(api.db.pool.waitingCount).toBe(0)
  })
})
