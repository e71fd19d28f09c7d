import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, hasJob, manifest, stateOf, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
const worker = await testWorker(api)

let count = 0
async function newStep(): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`claimed_${count}`))
  return id
}

describe('claims', () => {
  it('never run more jobs of one owner than the plan allows, even concurrently', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const stepId = await newStep()
    for (let index = 0; index < 8; index++) await hasJob(alice, stepId, 'Pending')
    await hasJob(bob, stepId, 'Pending')

    const leases = await Promise.all(Array.from({ length: 10 }, () => worker.claims([stepId])))
    leases.push(...(await Promise.all(Array.from({ length: 10 }, () => worker.claims([stepId])))))

    const running = async (client: typeof alice) =>
      (await findsJobs(client, { Filter: { State: 'Processing' } })).properties.TotalEntities
    expect([await running(alice), await running(bob)]).toEqual([4, 1])
    expect(leases.flat()).toHaveLength(5)
  })

  it('lease every job once and respect the plan even on two servers', async () => {
    const second = await testApi({ db: api.deps.db as never, data: api.deps.env.MILLRACE_DATA })
    const workers = [worker, await testWorker(second)]
    const people = await Promise.all([1, 2, 3].map(() => api.signUp()))
    const stepId = await newStep()
    for (const person of people) await severalJobs(person, stepId, 6)

    const leases = await Promise.all(
      Array.from({ length: 30 }, (_, index) => workers[index % 2]?.claims([stepId], { max: 1 + (index % 3) }) ?? []),
    )
    leases.push(...(await Promise.all(workers.map((each) => each.claims([stepId], { max: 20 })))))

    const ids = leases.flat().map((lease) => lease.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const person of people) {
      expect((await findsJobs(person, { Filter: { State: 'Processing' } })).properties.TotalEntities).toBe(4)
    }
  })

  it.each(['free', 'enterprise'])('keep room for others, however many jobs an owner (%s) starts', async (plan) => {
    const [mallory, bob] = await Promise.all([api.signUp(), api.signUp()])
    await asSystem(api.deps.db, (tx) => tx.query('update owner set plan = $1 where id = $2', [plan, mallory.publicId]))
    const stepId = await newStep()
    await severalJobs(mallory, stepId, 4)
    const claims = (max: number, waitMs = 0) =>
      worker.claims([stepId], { worker: `worker ${plan}`, max, perOwner: 2, waitMs })

    const endless = await claims(3)
    const further = await claims(1)
    const waiting = claims(1, 20_000)
    const late = await hasJob(bob, stepId, 'Pending')
    const [first] = await waiting
    const afterwards = claims(1, 20_000)
    await worker.on(endless[0]!).call('POST', 'complete', {})
    await worker.on(endless[1]!).call('POST', 'fail', { message: 'Enough.' })

    expect([endless.length, further.length, first?.id]).toEqual([2, 0, idOf(late)])
    expect((await afterwards).map((lease) => lease.id)).not.toContain(first?.id)
    expect(await afterwards).toHaveLength(1)
  })

  it('sec/J9 keep room for others, however many organizations an account has', async () => {
    const [mallory, colleague] = await Promise.all([api.signUp(), api.signUp()])
    const stepId = await newStep()
    const own = await severalJobs(mallory, stepId, 3)
    await hasOrganization(mallory)
    const ofFirst = await severalJobs(mallory, stepId, 3)
    await joins(mallory, colleague)
    await hasOrganization(mallory, 'Another Lab')
    const ofSecond = await severalJobs(mallory, stepId, 3)
    const claims = () => worker.claims([stepId], { worker: 'shared', max: 1, perOwner: 2 })

    const leases = (await Promise.all(Array.from({ length: 8 }, claims))).flat()
    const further = await worker.claims([stepId], { worker: 'shared', max: 5, perOwner: 2 })
    const [late] = await severalJobs(colleague, stepId, 1)
    const ofColleague = await claims()

    expect([leases.length, further.length]).toEqual([2, 0])
    expect([...own, ...ofFirst, ...ofSecond].map(idOf)).toContain(leases[0]?.id)
    expect(ofColleague.map((lease) => lease.id)).toEqual([idOf(late!)])
  })

  it('do not count jobs that the worker lost in a crash', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    await severalJobs(alice, stepId, 4)
    const claims = () => worker.claims([stepId], { worker: 'crashed', max: 3, perOwner: 2 })
    const lost = await claims()
    await asSystem(api.deps.db, (tx) =>
      tx.query(`update job set lease_until = now() + interval '15 seconds' where id = any($1)`, [
        lost.map((lease) => lease.id),
      ]),
    )

    expect([lost.length, (await claims()).length]).toEqual([2, 2])
  })

  it('lease nothing to a worker that has disconnected', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')

    const reply = await api.app.request('http://localhost:3000/worker/v1/claim', {
      method: 'POST',
      body: JSON.stringify({ worker: 'gone', stepIds: [stepId], waitMs: 10 }),
      headers: { 'x-api-key': worker.key, 'content-type': 'application/json', host: 'localhost:3000' },
      signal: AbortSignal.abort(),
    })

    expect(await reply.json()).toEqual({ leases: [] })
    expect(await stateOf(alice, job)).toBe('Pending')
  })

  it('find the next job immediately after many canceled ones', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    for (let index = 0; index < 5; index++) {
      await does(alice, await hasJob(alice, stepId, 'Pending'), 'CancelProcessing')
    }
    await hasJob(alice, stepId, 'Pending')

    expect(await worker.claims([stepId])).toHaveLength(1)
  })

  it('P12 let owners take turns, even if one of them has already queued many jobs', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const stepId = await newStep()
    const first = await severalJobs(alice, stepId, 6)
    const others = await severalJobs(bob, stepId, 2)
    first.push(...(await severalJobs(alice, stepId, 1)))

    const order = await workedOff(stepId, 9)

    const [a, b] = [first.map(idOf), others.map(idOf)]
    expect(order).toEqual([a[0], b[0], a[1], b[1], ...a.slice(2)])
  })

  it('keep the turn of a returned job', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const jobs = await severalJobs(alice, stepId, 3)
    const [lease] = await worker.claims([stepId])

    await worker.on(lease!).call('POST', 'fail', { message: 'The worker was shut down.', kind: 'returned' })

    expect(await workedOff(stepId, 3)).toEqual(jobs.map(idOf))
  })

  it('do not empty one step’s queue before serving another', async () => {
    const alice = await api.signUp()
    const steps = [await newStep(), await newStep()]
    for (const stepId of steps) await severalJobs(alice, stepId, 30)
    const found = new Set<string>()
    for (let count = 0; count < 25; count++) {
      const [lease] = await worker.claims(steps)
      found.add(lease?.stepId ?? '')
      await worker.on(lease!).call('POST', 'fail', { message: 'Enough.' })
    }

    expect(found).toEqual(new Set(steps))
  })

  it('distribute jobs among many waiting workers', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => api.signUp()))
    const stepId = await newStep()
    const waiting = Array.from({ length: 12 }, () => worker.claims([stepId], { waitMs: 20_000 }))

    const jobs = (await Promise.all(people.map((person) => severalJobs(person, stepId, 4)))).flat()

    const leases = (await Promise.all(waiting)).flat()
    expect(leases.map((lease) => lease.id).sort()).toEqual(jobs.map((job) => job.split('/').at(-1)).sort())
  })

  it('cost one query per server and job, however many claims wait', async () => {
    const database = { db: api.deps.db as never, data: api.deps.env.MILLRACE_DATA }
    const servers = [await testApi(database), await testApi(database)]
    const workers = [await testWorker(servers[0]!), await testWorker(servers[1]!)]
    const alice = await api.signUp()
    const [awaited, unoffered] = [await newStep(), await newStep()]
    const job = await hasJob(alice, awaited, 'ReadyForProcessing')
    const ready = await hasJob(alice, unoffered, 'ReadyForProcessing')
    let connections = 0
    for (const { pool } of [api.db, api.deps.reserved, ...servers.map((server) => server.deps.reserved)]) {
      pool.on('acquire', () => {
        connections += 1
      })
    }
    const waiting = Array.from({ length: 20 }, (_, index) => workers[index % 2]?.claims([awaited], { waitMs: 25_000 }))
    await expect.poll(() => connections).toBeGreaterThanOrEqual(40)
    const start = (href: string) => alice.post(`${href}/StartProcessing`)

    const before = connections
    await start(ready)
    const forStart = connections - before
    await start(job)
    await Promise.race(waiting)

    // On a busy machine, the count can include the periodic query of each server.
    expect(connections - before - 2 * forStart).toBeLessThan(waiting.length)
    for (const server of servers) server.endWaiting()
    expect((await Promise.all(waiting)).flat()).toHaveLength(1)
  })
})

const idOf = (href: string) => href.split('/').at(-1)

/** Claims up to `most` jobs, one at a time, failing each before the next claim. Returns their ids in this order. */
async function workedOff(stepId: string, most: number) {
  const order: string[] = []
  for (let count = 0; count < most; count++) {
    const [lease] = await worker.claims([stepId])
    if (!lease) break
    order.push(lease.id)
    await worker.on(lease).call('POST', 'fail', { message: 'Enough.' })
  }
  return order
}

/** Starts jobs one after the other, each with a single request. */
async function severalJobs(person: Awaited<ReturnType<typeof api.signUp>>, stepId: string, most: number) {
  const input = [{ Index: 0, WorkDataUrls: [await uploads(person)] }]
  const setup = { Name: 'Clean', ProcessingStepUrl: stepHref(stepId), InputDataSlots: input, Start: true }
  const jobs: string[] = []
  for (let index = 0; index < most; index++) {
    const made = await person.post('/api/Job/RapidSetup', setup)
    expect(made.status, await made.clone().text()).toBe(201)
    jobs.push(made.headers.get('location') ?? '')
  }
  return jobs
}
