import { asSystem } from '@millrace/db/act'
import type { OwnerChanges } from '@millrace/db/changes'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { follows, hasJob, type JobDocument, manifest, stateOf, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)

let count = 0
/** Leases one job of each person and writes an output for each job. */
async function leased(people: TestClient[]) {
  count += 1
  const [stepId = ''] = await worker.registers(manifest(`completed_${count}`))
  const jobs: { person: TestClient; job: string }[] = []
  for (const person of people) jobs.push({ person, job: await hasJob(person, stepId, 'Pending') })
  const leases = await worker.claims([stepId], { max: people.length })
  const found = jobs.map(({ person, job }) => ({ person, job, lease: leases.find(({ id }) => job.endsWith(id))! }))
  for (const { lease } of found) await worker.on(lease).writes('a\n1\n')
  return found
}

const completes = (lease: { id: string; token: string }, result?: unknown, peakMemoryBytes?: number) =>
  worker.on(lease).call('POST', 'complete', { result, peakMemoryBytes })

describe('jobs that complete at the same time', () => {
  it('each publish their own result and memory, with one entry in the history', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const jobs = await leased([alice, bob, alice, bob, alice, alice])

    const replies = await Promise.all(jobs.map(({ lease }, index) => completes(lease, { index }, 5e9 * index)))

    expect(replies.map(({ status }) => status)).toEqual(jobs.map(() => 200))
    for (const [index, { person, job }] of jobs.entries()) {
      const { properties, entities } = await person.read<JobDocument>(job)
      const PeakMemoryInBytes = index === 0 ? null : 5e9 * index
      expect(properties).toMatchObject({ State: 'Completed', Result: JSON.stringify({ index }), PeakMemoryInBytes })
      expect(entities.filter((entity) => entity.class?.includes('OutputDataSlot'))).toHaveLength(1)
      const history = (await (await follows(person, job, 'History')).json()) as {
        properties: { Events: { To: string }[] }
      }
      expect(history.properties.Events.filter(({ To }) => To === 'Completed')).toHaveLength(1)
    }
  })

  it('each get their own reply, even if others are refused', async () => {
    const alice = await api.signUp()
    const [first, second, third, incomplete] = await leased([alice, alice, alice, alice])
    await asSystem(api.deps.db, (tx) => tx.query('delete from job_output where job_id = $1', [incomplete!.lease.id]))

    const stale = { id: second!.lease.id, token: crypto.randomUUID() }
    const leases = [first!.lease, stale, first!.lease, incomplete!.lease, second!.lease, third!.lease]
    const [once, lost, again, ...rest] = await Promise.all(leases.map((lease) => completes(lease)))

    expect([once!.status, again!.status].sort()).toEqual([200, 409])
    expect([lost!.status, ...rest.map(({ status }) => status)]).toEqual([409, 422, 200, 200])
    for (const { job } of [first!, second!, third!]) expect(await stateOf(alice, job)).toBe('Completed')
    expect(await stateOf(alice, incomplete!.job)).toBe('Processing')
  })

  it('are announced one by one, however many files they have and slots they fill', async () => {
    const alice = await api.signUp()
    const jobs = await leased([alice, alice, alice, alice])
    const ids = [jobs.map(({ lease }) => lease.id)]
    await asSystem(api.deps.db, async (tx) => {
      await tx.query(
        `insert into job_output (owner_id, job_id, attempt, slot, item, name, media_type, size_in_bytes, sha256)
         select owner_id, job_id, attempt, 1, more, name, media_type, size_in_bytes, sha256
         from (select * from job_output where job_id = any($1)) as one cross join generate_series(1, 119) as more`,
        ids,
      )
      await tx.query(
        `with dependent as (
           insert into job (id, owner_id, created_by, name, step_id)
           select gen_random_uuid(), owner_id, created_by, id, step_id
           from job cross join generate_series(1, 30) where id = any($1) returning id, owner_id, name
         )
         insert into job_feed (owner_id, job_id, slot, from_job_id, from_slot)
         select owner_id, id, 0, name::uuid, 0 from dependent`,
        ids,
      )
    })
    const heard: OwnerChanges[] = []
    const unsubscribe = api.deps.hub.subscribe(({ c }) => heard.push(...c.filter(({ o }) => o === alice.publicId)))

    const replies = await Promise.all(jobs.map(({ lease }) => completes(lease)))

    expect(replies.map(({ status }) => status)).toEqual(jobs.map(() => 200))
    await expect.poll(() => heard.flatMap(({ c = [] }) => c).length).toBe(4 * (1 + 120 + 30))
    expect(heard.filter(({ r }) => r)).toEqual([])
    unsubscribe()
  })

  it('do not wait for one whose row another transaction has locked', async () => {
    const alice = await api.signUp()
    const jobs = await leased([alice, alice, alice, alice])
    const [locked, ...free] = jobs
    const client = await api.deps.db.pool.connect()
    await client.query(`begin; set local millrace.role = 'system'`)
    await client.query('select from job where id = $1 for update', [locked!.lease.id])

    const waiting = completes(locked!.lease)
    const replies = await Promise.all(free.map(({ lease }) => completes(lease)))
    const states = await Promise.all(jobs.map(({ job }) => stateOf(alice, job)))
    await client.query('rollback')
    client.release()

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(states).toEqual(['Processing', 'Completed', 'Completed', 'Completed'])
    expect((await waiting).status).toBe(200)
  })

  it('do not fail with one whose owner’s usage another transaction has locked', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const [first, ...jobs] = await leased([bob, alice, bob])
    const client = await api.deps.db.pool.connect()
    await client.query(`begin; set local millrace.role = 'system'`)
    await client.query('select from owner where id = $1 for update', [alice.publicId])

    const [of, waiting, other] = [first!, ...jobs].map(({ lease }) => completes(lease))
    const replies = await Promise.all([of!, other!])
    await client.query('rollback')
    client.release()

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await waiting!).status).toBe(200)
  })
})
