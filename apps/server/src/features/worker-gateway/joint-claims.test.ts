import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, stateOf, testWorker } from '#testing/jobs.ts'
import { jointClaims } from './joint-claims.service.ts'

const api = await testApi()
const worker = await testWorker(api)
const { rows } = await api.db.pool.query(`select id, owner_id as "ownerId" from api_key`)
const [key] = rows as { id: string; ownerId: string }[]

let count = 0
/** Queues jobs of a new step. Returns the jobs and a function that creates claims for the step. */
async function hasWaiting(jobs: number) {
  count += 1
  const [stepId = ''] = await worker.registers(manifest(`joint_${count}`))
  const alice = await api.signUp()
  const waiting: string[] = []
  for (let index = 0; index < jobs; index++) waiting.push(await hasJob(alice, stepId, 'Pending'))
  const of = (max: number) => ({ stepIds: [stepId], max, worker: 'joint', keyId: key!.id, stepOwnerId: key!.ownerId })
  return { alice, waiting, of }
}

/** Returns joint claims, and a function that counts their transactions. */
function counted() {
  let transactions = 0
  api.deps.reserved.pool.on('acquire', () => {
    transactions += 1
  })
  const claims = jointClaims({ db: api.deps.reserved, reach: api.deps.reach })
  return { claims, transactions: () => transactions }
}

const there = new AbortController().signal
const idOf = (href: string) => href.split('/').at(-1)

describe('claims made at the same time', () => {
  it('share a transaction, and each takes different jobs', async () => {
    const { waiting, of } = await hasWaiting(3)
    const { claims, transactions } = counted()

    const leases = await Promise.all([claims(of(2), there), claims(of(2), there)])

    expect(leases.map((found) => found.length)).toEqual([2, 1])
    expect(leases.flat().map(({ id }) => id)).toEqual(waiting.map(idOf))
    expect(transactions()).toBe(1)
  })

  it('are repeated separately if the first claim leaves no job for the others', async () => {
    const { of } = await hasWaiting(1)
    const { claims, transactions } = counted()

    const leases = await Promise.all([claims(of(1), there), claims(of(1), there)])

    expect(leases.map((found) => found.length)).toEqual([1, 0])
    expect(transactions()).toBe(2)
  })

  it('find nothing in one transaction if no job waits', async () => {
    const { of } = await hasWaiting(0)
    const { claims, transactions } = counted()

    const leases = await Promise.all([claims(of(1), there), claims(of(1), there)])

    expect(leases).toEqual([[], []])
    expect(transactions()).toBe(1)
  })

  it('leave the jobs of a worker that has disconnected to the others', async () => {
    const { alice, waiting, of } = await hasWaiting(2)
    const { claims } = counted()

    const [lost, found] = await Promise.all([claims(of(1), AbortSignal.abort()), claims(of(1), there)])

    expect([lost, found?.length]).toEqual([[], 1])
    const states = await Promise.all(waiting.map((job) => stateOf(alice, job)))
    expect(states.sort()).toEqual(['Pending', 'Processing'])
  })

  it('are not joined if they limit the number of jobs per owner', async () => {
    const { of } = await hasWaiting(2)
    const { claims, transactions } = counted()

    const leases = await Promise.all([1, 2].map(() => claims({ ...of(1), perOwner: 2 }, there)))

    expect(leases.flat()).toHaveLength(2)
    expect(transactions()).toBe(2)
  })
})
