import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { findsJobs, stateOf } from '#testing/jobs.ts'
import { freeStep, reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'
import { endExpiredAttempts } from '../../maintenance.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const alice = await api.signUp()
const done = () => ({ result: 1 })
const STOPPED =
  'The job was stopped after 5 seconds, the time limit of its node in the workflow. Process less data per job, or raise the time limit of the node.'

/** A node with a time limit of five seconds, a node that uses its result, and an independent node. */
const definition = (change: object) => ({
  version: 1,
  title: 'Test',
  nodes: [
    { id: 'slow', title: 'slow', step: { function: 'echo' }, timeoutSeconds: 5, ...change },
    { id: 'uses', step: { function: 'echo' }, parameters: { x: { node: 'slow', result: '' } } },
    { id: 'other', step: { function: 'echo' } },
  ],
})

/** Completes waiting jobs. The first `overdue` jobs of the slow node exceed their time limit instead. */
async function works(job: string, overdue: number): Promise<string> {
  let claimed = 0
  const step = async () => {
    for (const lease of await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })) {
      if (lease.jobName === 'slow') claimed += 1
      if (lease.jobName !== 'slow' || claimed > overdue) await workflows.run(lease, done)
      else {
        expect(lease.timeLimitMs).toBe(5000)
        await asSystem(api.deps.db, (tx) =>
          tx.query(`update job set run_until = now() - interval '1 s' where id = $1`, [lease.id]),
        )
        await endExpiredAttempts(api.deps)
      }
    }
    return stateOf(alice, job)
  }
  await expect.poll(step, { timeout: 20_000 }).toMatch(/Completed|Error/)
  return stateOf(alice, job)
}

describe('a node that exceeds its time limit', () => {
  it('ends the execution with the limit', async () => {
    const job = await startsExecution(alice, workflows.stepId, { definition: definition({}) })

    expect(await works(job, 1)).toBe('Error')

    const { properties } = await alice.read<{ properties: { ErrorDescription: string } }>(job)
    expect(properties.ErrorDescription).toBe(`“slow” failed: ${STOPPED}`)
  })

  it('is repeated as often as “retries” says', async () => {
    const job = await startsExecution(alice, workflows.stepId, { definition: definition({ retries: 1 }) })

    expect(await works(job, 1)).toBe('Completed')

    const { properties } = await findsJobs(alice, { Filter: { ParentJobUrl: job } })
    expect(properties.StateCounts).toEqual({ Completed: 3, Error: 1 })
  })

  it('with “continue” and after the last retry skips only the nodes that depend on it', async () => {
    const job = await startsExecution(alice, workflows.stepId, {
      definition: definition({ retries: 1, onFailure: 'continue' }),
    })

    expect(await works(job, 2)).toBe('Completed')

    const { nodes } = await reportOf(alice, job)
    expect(nodes.map(({ id, state, runs }) => [id, state, runs.map(({ error }) => error)])).toEqual([
      ['slow', 'Failed', [STOPPED, STOPPED]],
      ['uses', 'Skipped', []],
      ['other', 'Completed', [null]],
    ])
  })
})
