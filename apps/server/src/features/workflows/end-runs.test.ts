import type { Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import { dropQueue, ensureQueue } from '@millrace/dispatch/boss'
import { describe, expect, it } from 'vitest'
import { completions } from '#features/worker-gateway/completions.ts'
import { testApi } from '#testing/api.ts'
import { stateOf } from '#testing/jobs.ts'
import { freeStep, startsExecution, testWorkflows } from '#testing/workflows.ts'
import { workflowEngine } from './engine.service.ts'
import { executionStarts } from './start-execution.service.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('first'), freeStep('second')])
const [firstStep = '', secondStep = ''] = workflows.stepIds
const engine = workflowEngine({ ...api.deps, startExecution: executionStarts(api.deps) })
const done = () => ({ result: 1 })

/** A workflow of two nodes, the first of which is running. */
async function hasChain() {
  const alice = await api.signUp()
  const second = { id: 'second', step: { function: 'second' }, after: ['first'] }
  const definition = { version: 1, title: 'Test', nodes: [{ id: 'first', step: { function: 'first' } }, second] }
  const job = await startsExecution(alice, workflows.stepId, { definition })
  const [lease] = await workflows.worker.claims([firstStep], { waitMs: 10_000 })
  return { alice, job, lease: lease! }
}

describe('the transaction that completes a run', () => {
  it('creates the runs that follow', async () => {
    const { alice, job, lease } = await hasChain()

    await workflows.run(lease, done)
    const [next] = await workflows.worker.claims([secondStep], { waitMs: 0 })
    await workflows.run(next!, done)

    await expect.poll(() => stateOf(alice, job)).toBe('Completed')
  })

  it('says whether the run that follows took the place of the completed one', async () => {
    const { lease } = await hasChain()
    const { rows } = await asSystem(api.db, (tx) =>
      tx.query<{ keyId: string; stepOwnerId: string }>(
        `select lease_key as "keyId", step.owner_id as "stepOwnerId"
         from job join processing_step as step on step.id = job.step_id where job.id = $1`,
        [lease.id],
      ),
    )
    const { keyId, stepOwnerId } = rows[0]!
    const options = { worker: 'test', stepIds: workflows.stepIds, max: 1, keyId, stepOwnerId }
    const complete = completions({ ...api.deps, endRuns: engine.endRuns })
    const completes = ({ id: jobId, token }: Lease) =>
      complete({ lease: { jobId, token, keyId }, result: 1, next: { options, gone: new AbortController().signal } })

    const { leases, takesPlace } = await completes(lease)

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

  it('wakes the engine for other executions that are called in it', async () => {
    const { job } = await hasChain()
    const others = [await hasChain(), await hasChain()].map((other) => other.job.split('/').at(-1))
    const woken: string[] = []
    const unsubscribe = api.deps.hub.subscribe(({ e = [] }) => woken.push(...e))

    await asSystem(api.db, (tx) =>
      engine.endRuns(tx, job.split('/').at(-1)!, {
        end: () => tx.query('select call_engine($1::uuid[])', [others]),
        last: async () => {},
      }),
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
    await asSystem(api.db, (tx) => tx.query('select call_engine(array[$1::uuid])', [job.split('/').at(-1)]))
    await workflows.works(alice, job, done)
    expect(await stateOf(alice, job)).toBe('Completed')
    api.errors.splice(0)
  })
})
