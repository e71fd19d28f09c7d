import type { CompletionReply, Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, stateOf } from '#testing/jobs.ts'
import { freeStep, startsExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(
  api,
  ['first', 'second', 'other'].map((name) => freeStep(name)),
)
const { worker } = workflows
const [firstStep = '', secondStep = '', otherStep = ''] = workflows.stepIds

const change = (text: string, values: unknown[]) => asSystem(api.db, (tx) => tx.query(text, values))

/** Creates an execution of two nodes, the first of which is leased to the worker. */
async function hasChain({ timeoutSeconds }: { timeoutSeconds?: number } = {}) {
  const alice = await api.signUp()
  const nodes = [
    { id: 'first', step: { function: 'first' } },
    { id: 'second', step: { function: 'second' }, after: ['first'], ...(timeoutSeconds && { timeoutSeconds }) },
  ]
  const job = await startsExecution(alice, workflows.stepId, { definition: { version: 1, title: 'Chain', nodes } })
  const [lease] = await worker.claims([firstStep], { waitMs: 10_000 })
  return { alice, job, lease: lease! }
}

async function completes(lease: Lease, next: object = {}): Promise<Lease[]> {
  const body = { next: { worker: 'test', stepIds: workflows.stepIds, ...next } }
  const reply = await worker.on(lease).call('POST', 'complete', body)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as CompletionReply).leases ?? []
}

async function waitingRuns(execution: string): Promise<string[]> {
  const { rows } = await asSystem(api.db, (tx) =>
    tx.query<{ state: string }>(`select state from job where parent_id = $1 and state <> 'Completed'`, [
      execution.split('/').at(-1),
    ]),
  )
  return rows.map(({ state }) => state)
}

/** Queues and leases five jobs of a person, which is more than the free plan allows. */
async function runsFiveJobs(person: Awaited<ReturnType<typeof api.signUp>>): Promise<undefined> {
  await change(`update owner set plan = 'enterprise' where id = $1`, [person.publicId])
  for (let count = 0; count < 5; count++) await hasJob(person, otherStep, 'Pending')
  expect(await worker.claims([otherStep], { max: 5, worker: 'another' })).toHaveLength(5)
  await change(`update owner set plan = 'free' where id = $1`, [person.publicId])
}

describe('the only run that becomes ready when a job completes', () => {
  it('is leased to the worker that requests further jobs, and never waits in the queue', async () => {
    const { alice, job, lease } = await hasChain({ timeoutSeconds: 7 })
    const queued: string[] = []
    const unsubscribe = api.deps.hub.subscribe(({ q }) => queued.push(...q.map(([stepId]) => stepId)))

    const [next] = await completes(lease)
    expect(await completes(next!)).toEqual([])

    await expect.poll(() => stateOf(alice, job)).toBe('Completed')
    unsubscribe()
    expect(queued).not.toContain(secondStep)
    expect(next).toMatchObject({ stepId: secondStep, attempt: 1, timeLimitMs: 7000 })
  })

  it('has the history of a job that waited', async () => {
    const { lease } = await hasChain()

    const [next] = await completes(lease)

    const { rows } = await asSystem(api.db, (tx) =>
      tx.query<{ move: string }>(
        `select concat_ws(' ', seq, from_state, to_state, attempt) as move from job_move where job_id = $1 order by seq`,
        [next!.id],
      ),
    )
    expect(rows.map(({ move }) => move)).toEqual([
      '1 Created 0',
      '2 Created ReadyForProcessing 0',
      '3 ReadyForProcessing Pending 0',
      '4 Pending Processing 1',
    ])
  })

  it('waits if a job of another owner came first', async () => {
    const { job, lease } = await hasChain()
    const bob = await api.signUp()
    const waiting = await hasJob(bob, secondStep, 'Pending')

    const [next] = await completes(lease)

    expect(next?.id).toBe(waiting.split('/').at(-1))
    expect(await waitingRuns(job)).toEqual(['Pending'])
    expect(await worker.claims([secondStep])).toHaveLength(1)
  })

  it('goes to one of the workers that complete the runs before it at the same time', async () => {
    const alice = await api.signUp()
    const nodes = [
      { id: 'first', step: { function: 'first' }, forEach: { value: [1, 2, 3, 4] } },
      { id: 'second', step: { function: 'second' }, after: ['first'] },
    ]
    await startsExecution(alice, workflows.stepId, { definition: { version: 1, title: 'Fan-in', nodes } })
    const leases: Lease[] = []
    while (leases.length < 4) leases.push(...(await worker.claims([firstStep], { max: 4, waitMs: 10_000 })))

    const replies = await Promise.all(leases.map((lease) => completes(lease)))

    expect(replies.flat().map(({ stepId }) => stepId)).toEqual([secondStep])
  })

  it.each<[string, (chain: Awaited<ReturnType<typeof hasChain>>) => Promise<object | undefined>]>([
    ['the worker does not serve its step', async () => ({ stepIds: [firstStep] })],
    ['the plan has no room for it', ({ alice }) => runsFiveJobs(alice)],
    [
      'the worker runs enough jobs of its owner',
      async ({ alice }) => {
        await hasJob(alice, otherStep, 'Pending')
        await worker.claims([otherStep], { worker: 'selective' })
        return { worker: 'selective', perOwner: 1 }
      },
    ],
    [
      'its step is suspended',
      async () => {
        await change(`update processing_step set deployment_state = 'PlatformSuspended' where id = $1`, [secondStep])
        return undefined
      },
    ],
  ])('waits in the queue if %s', async (_, prepare) => {
    const chain = await hasChain()
    const next = await prepare(chain)

    expect(await completes(chain.lease, next ?? {})).toEqual([])

    expect(await waitingRuns(chain.job)).toEqual(['Pending'])
    await change(`update processing_step set deployment_state = 'External' where id = $1`, [secondStep])
    await change(`update owner set plan = 'enterprise' where id = $1`, [chain.alice.publicId])
    expect(await worker.claims([secondStep])).toHaveLength(1)
  })
})
