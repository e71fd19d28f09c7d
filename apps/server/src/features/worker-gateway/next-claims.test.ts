import type { CompletionReply, Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { findsJobs, hasJob, manifest, stateOf, testWorker } from '#testing/jobs.ts'
import { freeStep, startsExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const worker = await testWorker(api)

let count = 0
async function newStep(): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`next_${count}`))
  return id
}

async function severalJobs(person: TestClient, stepId: string, most: number): Promise<string[]> {
  const jobs: string[] = []
  for (let index = 0; index < most; index++) jobs.push(await hasJob(person, stepId, 'Pending'))
  return jobs
}

/** Completes a job, and claims the next jobs in the same request. */
async function completes(lease: Lease, next: object | undefined): Promise<CompletionReply> {
  await worker.on(lease).writes('a\n1\n')
  const reply = await worker.on(lease).call('POST', 'complete', { next: next && { worker: 'test', ...next } })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as CompletionReply
}

const idOf = (href: string) => href.split('/').at(-1)
const idsOf = ({ leases = [] }: CompletionReply) => leases.map(({ id }) => id)

describe('a completion that claims the next job', () => {
  it('gets the run that it made possible, without another claim', async () => {
    const { worker, run, ...workflows } = await testWorkflows(api, [freeStep('chained')])
    const alice = await api.signUp()
    const nodes = ['a', 'b', 'c'].map((id, index, ids) => ({
      id,
      step: { function: 'chained' },
      ...(index > 0 && { after: [ids[index - 1]] }),
    }))
    const job = await startsExecution(alice, workflows.stepId, { definition: { version: 1, title: 'Chain', nodes } })
    const names: string[] = []

    let [lease] = await worker.claims(workflows.stepIds, { waitMs: 10_000 })
    while (lease) {
      names.push(lease.jobName)
      const next = { worker: 'test', stepIds: workflows.stepIds }
      const reply = await worker.on(lease).call('POST', 'complete', { result: 1, next })
      lease = ((await reply.json()) as CompletionReply).leases?.[0]
    }

    expect(names).toHaveLength(3)
    await expect.poll(() => stateOf(alice, job)).toBe('Completed')
  })

  it('gets as many as the plan allows, with the job that it completed no longer counted', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    await severalJobs(alice, stepId, 6)
    const [lease] = await worker.claims([stepId], { max: 25 })

    const reply = await completes(lease!, { stepIds: [stepId], max: 25 })

    expect(reply.leases).toHaveLength(1)
    expect((await findsJobs(alice, { Filter: { State: 'Processing' } })).properties.TotalEntities).toBe(4)
  })

  it('gets a job of the owner whose turn it is', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const stepId = await newStep()
    await severalJobs(alice, stepId, 3)
    const [late] = await severalJobs(bob, stepId, 1)
    const [lease] = await worker.claims([stepId])

    expect(idsOf(await completes(lease!, { stepIds: [stepId] }))).toEqual([idOf(late!)])
  })

  it('leaves no job out and gets none twice if several complete at the same time', async () => {
    const people = await Promise.all([1, 2, 3].map(() => api.signUp()))
    const stepId = await newStep()
    for (const person of people) await severalJobs(person, stepId, 4)
    const leases = await worker.claims([stepId], { max: 6 })

    const replies = await Promise.all(leases.map((lease) => completes(lease, { stepIds: [stepId] })))

    const rest = await worker.claims([stepId], { max: 25 })
    const ids = [...replies.flatMap(idsOf), ...rest.map(({ id }) => id)]
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  })

  it('learns that no job is waiting, and completes', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const jobs = await severalJobs(alice, stepId, 2)
    const [first, second] = await worker.claims([stepId], { max: 2 })

    const replies = [await completes(first!, { stepIds: [stepId] }), await completes(second!, undefined)]

    expect(replies).toEqual([{ leases: [] }, {}])
    for (const job of jobs) expect(await stateOf(alice, job)).toBe('Completed')
  })

  it('gets no job of a step that others registered', async () => {
    const alice = await api.signUp()
    const [stepId, foreign] = [await newStep(), (await testWorkflows(api, [freeStep('foreign')])).stepIds[0]!]
    await asSystem(api.db, (tx) =>
      tx.query('update processing_step set owner_id = $1 where id = $2', [alice.publicId, foreign]),
    )
    const job = await hasJob(alice, foreign, 'Pending')
    await severalJobs(alice, stepId, 1)
    const [lease] = await worker.claims([stepId])

    expect(await completes(lease!, { stepIds: [stepId, foreign] })).toEqual({ leases: [] })
    expect(await stateOf(alice, job)).toBe('Pending')
  })

  it('gets nothing if its worker has disconnected, but completes', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const [done, waiting] = await severalJobs(alice, stepId, 2)
    const [lease] = await worker.claims([stepId])
    await worker.on(lease!).writes('a\n1\n')

    const reply = await api.app.request(`http://localhost:3000/worker/v1/leases/${lease!.id}/complete`, {
      method: 'POST',
      body: JSON.stringify({ next: { worker: 'gone', stepIds: [stepId] } }),
      headers: {
        'x-api-key': worker.key,
        'x-lease-token': lease!.token,
        'content-type': 'application/json',
        host: 'localhost:3000',
      },
      signal: AbortSignal.abort(),
    })

    expect(await reply.json()).toEqual({ leases: [] })
    expect([await stateOf(alice, done!), await stateOf(alice, waiting!)]).toEqual(['Completed', 'Pending'])
  })

  it.each([
    ['the turn of its owner', `select pg_advisory_xact_lock(hashtextextended($1, ${LOCKS.owner}))`, 'owner'],
    ['the waiting job', 'select from job where id = $1 for update', 'job'],
  ])('does not wait if another transaction has locked %s', async (_, lock, what) => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const [done, waiting] = await severalJobs(alice, stepId, 2)
    const [lease] = await worker.claims([stepId])
    const client = await api.deps.db.pool.connect()
    await client.query(`begin; set local millrace.role = 'system'`)
    await client.query(lock, [what === 'owner' ? alice.publicId : idOf(waiting!)])

    const reply = await completes(lease!, { stepIds: [stepId] })
    await client.query('rollback')
    client.release()

    expect(reply).toEqual({ leases: [] })
    expect(await stateOf(alice, done!)).toBe('Completed')
    expect((await worker.claims([stepId])).map(({ id }) => id)).toEqual([idOf(waiting!)])
  })
})
