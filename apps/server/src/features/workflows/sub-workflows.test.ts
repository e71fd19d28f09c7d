import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { freeStep, reportOf, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'

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
})
