import { asSystem } from '@millrace/db/act'
import { IS_LONG } from '@millrace/tables/testing/long'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, stateOf, stepHref, testWorker, uploads } from '#testing/jobs.ts'

/* Two requests at the same moment: exactly one succeeds, the other is rejected, and neither causes a server error. */

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('raced'))
const ROUNDS = IS_LONG ? 30 : 4

const idOf = (href: string) => href.split('/').at(-1) ?? ''
const system = (text: string, values: unknown[]) => asSystem(api.deps.db, (tx) => tx.query(text, values))
const statuses = (replies: Response[]) => replies.map((reply) => reply.status).sort()

describe('at the same moment', () => {
  it('two starts queue a job only once', async () => {
    const alice = await api.signUp()
    for (let round = 0; round < ROUNDS; round++) {
      const job = await hasJob(alice, stepId, 'ReadyForProcessing')

      const replies = await Promise.all([1, 2, 3].map(() => alice.post(`${job}/StartProcessing`)))

      expect(statuses(replies)).toEqual([200, 400, 400])
      const { rows } = await system(`select 1 from pgboss.job where data->>'jobId' = $1`, [idOf(job)])
      expect(rows).toHaveLength(1)
    }
  })

  it('a cancellation and a claim leave the job canceled and without a lease', async () => {
    const alice = await api.signUp()
    for (let round = 0; round < ROUNDS; round++) {
      const [own = ''] = await worker.registers(manifest(`canceled_at_claim_${round}`))
      const job = await hasJob(alice, own, 'Pending')

      const [canceled, leases] = await Promise.all([alice.post(`${job}/CancelProcessing`), worker.claims([own])])

      expect(canceled.status).toBe(200)
      expect(await stateOf(alice, job)).toBe('Canceled')
      for (const lease of leases) expect((await worker.on(lease).call('POST', 'heartbeat', {})).status).toBe(409)
    }
  })

  it('FLT27 two cancellations end a job only once', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Pending')

    const replies = await Promise.all([1, 2].map(() => alice.post(`${job}/CancelProcessing`)))

    expect(statuses(replies)).toEqual([200, 400])
  })

  it('no sub-job is created for a job that is being deleted', async () => {
    const alice = await api.signUp()
    for (let round = 0; round < ROUNDS; round++) {
      const parent = await hasJob(alice, stepId, 'Created')

      const replies = await Promise.all([
        alice.post('/api/Job/CreateSubJob', { Name: 'Below', ParentJobUrl: parent }),
        alice.post(`${parent}/Delete`),
      ])

      const { rows } = await system(
        'select count(*) filter (where id = $1) as parents, count(*) filter (where parent_id = $1) as children from job',
        [idOf(parent)],
      )
      expect([
        { parents: 1, children: 1 },
        { parents: 0, children: 0 },
      ]).toContainEqual(rows[0])
      expect([
        [201, 400],
        [200, 422],
      ]).toContainEqual(statuses(replies))
    }
  })

  it('FLT27 a sub-job can end while its parent is canceled', async () => {
    const alice = await api.signUp()
    for (let round = 0; round < ROUNDS; round++) {
      const [own = ''] = await worker.registers(manifest(`family_${round}`))
      const parent = await hasJob(alice, own, 'Pending')
      const below = await Promise.all([1, 2, 3].map(() => startsBelow(alice, parent, own)))
      const leases = await worker.claims([own], { max: 10 })
      await Promise.all(leases.map((lease) => worker.on(lease).writes('a\n1\n')))

      const [canceled, ...completed] = await Promise.all([
        alice.post(`${parent}/CancelProcessing`),
        ...leases.map((lease) => worker.on(lease).call('POST', 'complete', {})),
      ])

      for (const reply of [canceled, ...completed]) expect(reply?.status).toBeLessThan(500)
      const states = await Promise.all([parent, ...below].map((job) => stateOf(alice, job)))
      expect(states.filter((state) => state !== 'Canceled' && state !== 'Completed')).toEqual([])
      expect(states.filter((state) => state === 'Completed')).toHaveLength(
        completed.filter((reply) => reply.status === 200).length,
      )
    }
  })

  it('FLT27 starting a draft while its parent is canceled leaves nothing running', async () => {
    const alice = await api.signUp()
    for (let round = 0; round < ROUNDS; round++) {
      const parent = await hasJob(alice, stepId, 'Pending')
      const draft = await hasJob(alice, stepId, 'ReadyForProcessing')
      await system('update job set parent_id = $1 where id = $2', [idOf(parent), idOf(draft)])

      const replies = await Promise.all([
        alice.post(`${parent}/CancelProcessing`),
        alice.post(`${draft}/StartProcessing`),
      ])

      expect(replies[0]?.status).toBe(200)
      expect(replies[1]?.status).toBeOneOf([200, 400])
      expect(await stateOf(alice, draft)).toBe(replies[1]?.status === 200 ? 'Canceled' : 'ReadyForProcessing')
    }
  })

  it('FLT28 choosing data while an administrator deletes it succeeds or is refused', async () => {
    const alice = await api.signUp()
    for (let round = 0; round < ROUNDS; round++) {
      const job = await hasJob(alice, stepId, 'Created')
      const data = await uploads(alice, 'gone.csv', `a\n${crypto.randomUUID()}\n`)

      const [chosen, deleted] = await Promise.all([
        alice.post(`${job}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: data }),
        api.administrator.post(`${data}/Delete`),
      ])

      expect([200, 422]).toContain(chosen.status)
      expect(deleted.status).toBe(200)
      const { rows } = await system('select 1 from job_input where job_id = $1', [idOf(job)])
      expect(rows).toEqual([])
    }
  })
})

async function startsBelow(alice: Awaited<ReturnType<typeof api.signUp>>, parent: string, own: string) {
  const reply = await alice.post('/api/Job/RapidSetup', {
    Name: 'Below',
    ParentJobUrl: parent,
    ProcessingStepUrl: stepHref(own),
    InputDataSlots: [{ WorkDataUrls: [await uploads(alice)] }],
    Start: true,
  })
  expect(reply.status, await reply.clone().text()).toBe(201)
  return reply.headers.get('location') ?? ''
}
