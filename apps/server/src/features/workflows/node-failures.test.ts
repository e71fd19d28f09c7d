import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { findsJobs } from '#testing/jobs.ts'
import { echo, node, nodeRuns, value } from '#testing/node-runs.ts'
import { type Behavior, freeStep, reportOf, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const alice = await api.signUp()
const { runs, statesIn } = nodeRuns(workflows, alice)

describe('failures', () => {
  const fails = (change: object = {}) => node('a', { parameters: { fails: value(true) }, ...change })

  it('end the execution, cancel the rest and name the node and the cause', async () => {
    const { job, state, error, cause } = await runs([fails(), node('b', { after: ['a'] }), node('c')], {
      behavior: (lease) => (lease.jobName === 'c' ? { result: 0 } : echo(lease)),
    })

    expect(state).toBe('Error')
    expect(error).toBe('“a” failed: It was told to fail. Nothing else happened.')
    expect(cause).toBe('“a” failed: It was told to fail.')
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts).not.toHaveProperty(
      'Pending',
    )
  })

  it('with “continue” skip only the nodes that depend on the failed one', async () => {
    const { job, state, ran } = await runs([
      fails({ onFailure: 'continue' }),
      node('b', { parameters: { k: { node: 'a', result: '' } } }),
      node('c', { after: ['b'] }),
      node('d'),
    ])

    expect(state).toBe('Completed')
    expect(ran.toSorted()).toEqual(['a', 'd'])
    expect(await statesIn(job)).toEqual({
      a: 'Failed',
      b: 'Skipped: “a” failed.',
      c: 'Skipped: “b” was skipped.',
      d: 'Completed',
    })
  })

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('with “continue” give the same reason if “%s” ends before “%s”', async (first, second) => {
    const { job, state } = await runs([
      fails({ id: first, title: first, onFailure: 'continue' }),
      node('between'),
      fails({ id: second, title: second, onFailure: 'continue', after: ['between'] }),
      node('c', { after: ['a', 'b'] }),
    ])

    expect(state).toBe('Completed')
    expect(await statesIn(job)).toMatchObject({ a: 'Failed', b: 'Failed', c: 'Skipped: “a” failed.' })
  })

  it('with “continue” leave out failed items', async () => {
    const { job, state } = await runs([
      node('a', {
        forEach: { value: [true, false, true] },
        parameters: { fails: { item: '' } },
        onFailure: 'continue',
      }),
      node('b', { parameters: { all: { node: 'a', result: '/fails' } } }),
    ])

    expect(state).toBe('Completed')
    const { nodes } = await reportOf(alice, job)
    expect(nodes[0]?.runs.map((run) => run.state)).toEqual(['Failed', 'Completed', 'Failed'])
    expect(nodes[1]?.runs[0]?.parameters).toEqual({ all: [false] })
  })

  it('are repeated as often as “retries” says, each time as a new job', async () => {
    let failures = 2
    const behavior: Behavior = () => (failures-- > 0 ? { error: 'Not yet.' } : { result: 1 })

    const { job, state, ran } = await runs([node('a', { retries: 2 })], { behavior })

    expect(state).toBe('Completed')
    expect(ran).toEqual(['a', 'a', 'a'])
    const [a] = (await reportOf(alice, job)).nodes
    expect(a?.runs.map((run) => [run.try, run.state])).toEqual([
      [1, 'Failed'],
      [2, 'Failed'],
      [3, 'Completed'],
    ])
  })

  it('leave a node the time when a worker claimed it, even if the job of the first try is deleted', async () => {
    let failures = 1
    const behavior: Behavior = () => (failures-- > 0 ? { error: 'Not yet.' } : { result: 1 })
    const { job } = await runs([node('a', { retries: 1 })], { behavior })
    const found = await findsJobs(alice, { Filter: { ParentJobUrl: job, State: 'Error' } })
    const failed = hrefOf(embedded(found, 'item')[0]!, 'self') ?? ''

    expect((await alice.request('DELETE', `${failed}/Delete`)).status).toBe(200)

    const execution = await alice.read<SirenDocument>(`${job}/Execution`)
    const [a] = embedded<ExecutionNodeProperties>(execution, 'Node')
    expect(a?.properties.ClaimedAt).not.toBeNull()
  })

  it('before the start are not repeated, because the run would fail again', async () => {
    const parameters = { k: { node: 'a', result: '/nowhere' } }

    const { job, ran, error } = await runs([node('a'), node('b', { retries: 2, parameters })])

    expect(ran).toEqual(['a'])
    expect(error).toBe('“b” failed: The parameter “k” has no value. “a” returned no value at “/nowhere”.')
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts).toEqual({
      Completed: 1,
      Error: 1,
    })
  })

  it('after the last retry count once', async () => {
    const { error, ran } = await runs([fails({ retries: 1 })])

    expect(ran).toEqual(['a', 'a'])
    expect(error).toBe('“a” failed: It was told to fail. Nothing else happened.')
  })
})
