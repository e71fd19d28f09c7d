import type { Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import { dropQueue, ensureQueue } from '@millrace/dispatch/boss'
import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Deps } from '#deps.ts'
import { completions } from '#features/worker-gateway/completions.ts'
import { testApi } from '#testing/api.ts'
import { hasJob, type JobDocument, stateOf } from '#testing/jobs.ts'
import { freeStep, startsExecution, testWorkflows } from '#testing/workflows.ts'
import { workflowEngine } from './engine.service.ts'
import { executionStarts } from './start-execution.service.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('first'), freeStep('second')])
const [firstStep = '', secondStep = ''] = workflows.stepIds
const engine = workflowEngine({ ...api.deps, startExecution: executionStarts(api.deps) })
const done = () => ({ result: 1 })
type Reach = Deps['reach']

/** Starts a workflow of two nodes, the first of which is running. */
async function hasChain() {
  const alice = await api.signUp()
  const second = { id: 'second', step: { function: 'second' }, after: ['first'] }
  const definition = { version: 1, title: 'Test', nodes: [{ id: 'first', step: { function: 'first' } }, second] }
  const job = await startsExecution(alice, workflows.stepId, { definition })
  const [lease] = await workflows.worker.claims([firstStep], { waitMs: 10_000 })
  return { alice, job, lease: lease! }
}

/** Returns a function that completes a job as the worker of the lease, and claims the next job of that worker. */
async function completer(
  { id }: Lease,
  { reach = api.deps.reach, gone = new AbortController().signal }: { reach?: Reach; gone?: AbortSignal } = {},
) {
  const { rows } = await asSystem(api.db, (tx) =>
    tx.query<{ keyId: string; stepOwnerId: string }>(
      `select lease_key as "keyId", step.owner_id as "stepOwnerId"
       from job join processing_step as step on step.id = job.step_id where job.id = $1`,
      [id],
    ),
  )
  const { keyId, stepOwnerId } = rows[0]!
  const options = { worker: 'test', stepIds: workflows.stepIds, max: 1, keyId, stepOwnerId }
  const complete = completions({ ...api.deps, reach, runs: engine })
  return ({ id: jobId, token }: Lease) =>
    complete({ lease: { jobId, token, keyId }, result: 1, next: { options, gone } })
}

/** Passes the statements of a connection to `see` until the connection is released. */
function sees(client: PoolClient, see: (text: string) => void): void {
  const { query } = client
  const seeing = (what: string | { text: string }, ...rest: unknown[]) => {
    see(typeof what === 'string' ? what : what.text)
    return (query as (...given: unknown[]) => unknown).call(client, what, ...rest)
  }
  client.query = seeing as PoolClient['query']
  const restore = (_: unknown, released: PoolClient) => {
    if (released !== client) return
    client.query = query
    api.deps.db.pool.off('release', restore)
  }
  api.deps.db.pool.on('release', restore)
}

describe('the transaction that completes a run', () => {
  it('creates the runs that follow', async () => {
    const { alice, job, lease } = await hasChain()

    await workflows.run(lease, done)
    const [next] = await workflows.worker.claims([secondStep], { waitMs: 0 })
    await workflows.run(next!, done)

    await expect.poll(() => stateOf(alice, job)).toBe('Completed')
  })

  it('leases the next run with few statements, and says that it replaces the completed one', async () => {
    const { lease } = await hasChain()
    const completes = await completer(lease)
    const texts: string[] = []
    api.deps.db.pool.once('acquire', (client) => sees(client, (text) => texts.push(text)))

    const { leases, takesPlace } = await completes(lease)

    // A server reads an execution only once, because it caches the plan.
    const expected = [/^begin/, /complete_jobs/, /from "execution"/, /create_runs/, /commit; notify/]
    expect(texts).toEqual(expected.map((text) => expect.stringMatching(text)))
    expect(leases).toMatchObject([{ stepId: secondStep }])
    expect(takesPlace).toBe(true)
    expect(await completes(leases[0]!)).toEqual({ leases: [], takesPlace: false })
  })

  it('does not wait for an execution that another transaction has locked', async () => {
    const { alice, job, lease } = await hasChain()
    const client = await api.deps.db.pool.connect()
    await client.query(`begin; set local millrace.role = 'system'`)
    await client.query('select from job where id = $1 for update', [job.split('/').at(-1)])

    await workflows.run(lease, done)
    const tooEarly = await workflows.worker.claims([secondStep], { waitMs: 0 })
    await client.query('rollback')
    client.release()

    expect(tooEarly).toEqual([])
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
  })

  it('wakes the engine for other executions that it queues', async () => {
    const { job } = await hasChain()
    const others = [await hasChain(), await hasChain()].map((other) => other.job.split('/').at(-1))
    const woken: string[] = []
    const unsubscribe = api.deps.hub.subscribe(({ e = [] }) => woken.push(...e))

    await asSystem(api.db, (tx) =>
      engine.endRuns(tx, job.split('/').at(-1)!, () => tx.query('select enqueue_executions($1::uuid[])', [others])),
    )

    await expect.poll(() => woken.toSorted()).toEqual(others.toSorted())
    unsubscribe()
  })

  it('completes it even if the runs that follow cannot be created', async () => {
    const { alice, job, lease } = await hasChain()
    await dropQueue(api.deps.queue, secondStep)

    await workflows.run(lease, done)

    await expect.poll(() => api.errors.splice(0).length).toBeGreaterThan(0)
    expect(await stateOf(alice, `/api/Job/${lease.id}`)).toBe('Completed')
    await ensureQueue(api.deps.queue, secondStep)
    await asSystem(api.db, (tx) => tx.query('select enqueue_executions(array[$1::uuid])', [job.split('/').at(-1)]))
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
    api.errors.splice(0)
  })
})

describe('a failed run whose job is gone before it is repeated', () => {
  it('ends its node', async () => {
    const alice = await api.signUp()
    const nodes = [{ id: 'first', title: 'First', step: { function: 'first' }, retries: 1 }]
    const job = await startsExecution(alice, workflows.stepId, { definition: { version: 1, title: 'Test', nodes } })
    const [lease] = await workflows.worker.claims([firstStep], { waitMs: 10_000 })

    await asSystem(api.db, async (tx) => {
      // Keeps the engine from advancing the execution.
      await tx.query('select from job where id = $1 for update', [job.split('/').at(-1)])
      await workflows.run(lease!, () => ({ error: 'Not yet.' }))
      await tx.query('delete from job where id = $1', [lease!.id])
    })

    await expect.poll(() => stateOf(alice, job)).toBe('Error')
    const { properties } = await alice.read<JobDocument>(job)
    expect(properties.ErrorDescription).toBe('“First” failed: Its job was deleted.')
  })
})

describe('the claim that follows the commit because another job comes first', () => {
  /** Creates a running first node, and a job of another owner that waits for the same worker as the second node. */
  async function hasRival() {
    const chain = await hasChain()
    const rival = await hasJob(await api.signUp(), secondStep, 'Pending')
    return { ...chain, rival: rival.split('/').at(-1) }
  }

  /** Calls `work` while the job of the other owner is being claimed. */
  function whenClaimed(work: () => void): Reach {
    let isCommitted = false
    return (point) => {
      isCommitted ||= point === 'job.complete_after_commit'
      if (isCommitted && point === 'job.claim_before_commit') work()
    }
  }

  /** Claims the job of the other owner and the run of the second node, which are still waiting. */
  const claimsRest = async () =>
    (await workflows.worker.claims([secondStep], { max: 25, waitMs: 0 })).map((lease) => lease.id)

  it('may fail without harm to the completed run', async () => {
    const { alice, lease, rival } = await hasRival()
    const reach = whenClaimed(() => {
      throw new Error('The claim failed.')
    })
    const completes = await completer(lease, { reach })

    expect(await completes(lease)).toEqual({ leases: [], takesPlace: false })

    expect(await stateOf(alice, `/api/Job/${lease.id}`)).toBe('Completed')
    expect(await claimsRest()).toContain(rival)
  })

  it('takes nothing if the worker disconnects meanwhile', async () => {
    const { lease, rival } = await hasRival()
    const connection = new AbortController()
    const reach = whenClaimed(() => connection.abort())
    const completes = await completer(lease, { reach, gone: connection.signal })

    expect(await completes(lease)).toEqual({ leases: [], takesPlace: false })

    expect(await claimsRest()).toContain(rival)
  })

  it('does not wait for the job that comes first', async () => {
    const { lease, rival } = await hasRival()
    const completes = await completer(lease)

    await asSystem(api.db, async (tx) => {
      await tx.query('select from job where id = $1 for update', [rival])
      expect(await completes(lease)).toEqual({ leases: [], takesPlace: false })
    })

    expect(await claimsRest()).toContain(rival)
  })
})

it('ends an execution that can’t be advanced, and cancels its jobs', async () => {
  const { alice, job, lease } = await hasChain()
  const id = job.split('/').at(-1)!
  await asSystem(api.db, (tx) =>
    tx.query(
      'insert into execution_due (execution_id, owner_id, counts) select id, owner_id, false from job where id = $1',
      [id],
    ),
  )

  await engine.giveUp(id)

  const { properties } = await alice.read<JobDocument>(job)
  expect(properties).toMatchObject({ State: 'Error', ErrorDescription: expect.stringMatching(/internal error/) })
  expect(await stateOf(alice, `/api/Job/${lease.id}`)).toBe('Canceled')
})
