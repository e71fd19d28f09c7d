import type { JobProperties } from '@millrace/contracts/jobs'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs } from '#testing/jobs.ts'
import { freeStep, reportOf, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'
import { sweepLeases } from '../../maintenance.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const alice = await api.signUp()

const definition = (nodes: object[], more: object = {}) => ({ version: 1, title: 'Test', nodes, ...more })

/** Runs nodes whose step returns its parameters and writes one file. */
async function runs(nodes: object[]) {
  const job = await startsExecution(alice, workflows.stepId, { definition: definition(nodes) })
  await workflows.works(alice, job, ({ parameters }) => ({ result: parameters, outputs: { out: ['1'] } }))
  const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
  return { job, state: properties.State, error: properties.ErrorDescription }
}

describe('workflows in workflows', () => {
  it('run as sub-jobs and return the files they name', async () => {
    const inner = await uploadsDefinition(
      alice,
      definition([{ id: 'x', step: { function: 'echo' }, parameters: { n: { variable: 'n' } } }], {
        variables: { n: { type: 'integer' } },
        outputs: { made: { node: 'x', slot: 'out' } },
      }),
    )

    const { job, state } = await runs([
      {
        id: 'sub',
        step: { function: 'execute_workflow' },
        parameters: { n: { value: 3 } },
        inputs: { workflow: [{ workData: inner }] },
      },
      { id: 'b', step: { function: 'echo' }, parameters: { made: { node: 'sub', result: '/outputs/made' } } },
    ])

    expect(state).toBe('Completed')
    const { nodes } = await reportOf(alice, job)
    expect(nodes[1]?.runs[0]?.parameters.made).toEqual([expect.stringMatching(/^\/api\/WorkData\//)])
    expect(nodes[0]?.runs[0]?.outputs.report).toHaveLength(1)
  })

  it('that can’t start fail their node with the first fault', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'nope' } }]))

    const { error } = await runs([
      { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } },
    ])

    expect(error).toBe(
      '“Run a workflow” failed: The workflow can’t start. There is no processing step “nope”. (/nodes/0/step/function)',
    )
  })

  it('can be nested up to five levels deep', async () => {
    const nested = async (levels: number): Promise<object> => {
      if (levels === 0) return { id: 'x', step: { function: 'echo' } }
      const inner = await uploadsDefinition(alice, definition([await nested(levels - 1)]))
      return { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    }

    expect((await runs([await nested(5)])).state).toBe('Completed')
    const { state, error } = await runs([await nested(6)])
    expect([state, error]).toEqual(['Error', expect.stringContaining('Workflows can be nested up to 5 levels deep.')])
  })

  it('are canceled with the execution that contains them, and so are their jobs', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'echo' } }]))
    const sub = { step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const nodes = [
      { id: 'one', ...sub },
      { id: 'two', title: 'Second', ...sub },
    ]
    const job = await startsExecution(alice, workflows.stepId, { definition: definition(nodes) })
    const partsOf = async (parent: string) =>
      embedded<JobProperties>(await findsJobs(alice, { Filter: { ParentJobUrl: parent } }), 'item')
    const below = async () => {
      const parts = await partsOf(job)
      const runs = await Promise.all(parts.map((part) => partsOf(hrefOf(part, 'self') ?? '')))
      return [...parts, ...runs.flat()].map(({ properties }) => properties.State).sort()
    }
    await expect.poll(below).toEqual(['Pending', 'Pending', 'Processing', 'Processing'])

    await does(alice, job, 'CancelProcessing')

    expect(await below()).toEqual(Array(4).fill('Canceled'))
    expect(await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })).toEqual([])
  })

  it('keep running for longer than a lease, which only jobs of workers have', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'echo' } }]))
    const sub = { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const job = await startsExecution(alice, workflows.stepId, { definition: definition([sub]) })
    const statesOf = async () => (await findsJobs(alice, { Filter: { States: ['Processing'] } })).properties.StateCounts
    await expect.poll(statesOf).toMatchObject({ Processing: 2, Pending: 1 })
    await asSystem(api.deps.db, (tx) =>
      tx.query(
        `update job set started_at = now() - interval '1 day' where executor = 'engine' and state = 'Processing'`,
      ),
    )

    await sweepLeases(api.deps)

    expect(await statesOf()).toMatchObject({ Processing: 2, Pending: 1 })
    await workflows.works(alice, job, () => ({ result: 1 }))
    expect((await alice.read<SirenDocument<JobProperties>>(job)).properties.State).toBe('Completed')
  })
})
