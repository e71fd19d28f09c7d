import type { JobProperties } from '@millrace/contracts/jobs'
import { embedded, hrefOf } from '@millrace/siren/read'
import { beforeEach, describe, expect, it } from 'vitest'
import { node, testContinuations, value } from '#testing/continuations.ts'
import { does, findsJobs } from '#testing/jobs.ts'
import { reportOf, uploadsDefinition } from '#testing/workflows.ts'

const { api, ran, previews, continues } = await testContinuations()
/** A new user for each test, so that tests don't reuse each other's runs. */
let alice = await api.signUp()
beforeEach(async () => {
  alice = await api.signUp()
})

/** Returns the first job of the node `sub`. The job is a nested execution. */
async function innerOf(job: string): Promise<string> {
  const found = await findsJobs(alice, { Filter: { ParentJobUrl: job, NodeId: 'sub' } })
  return hrefOf(embedded<JobProperties>(found, 'item')[0]!, 'self') ?? ''
}

const inner = (nodes: object[]) => ({
  ...{ version: 1, title: 'Inner', nodes, outputs: { file: { node: 'x', slot: 'out' } } },
  variables: { text: { type: 'string', default: 'inner' } },
})
const outer = (workflow: string, { text = 'inner', more = 'same' } = {}) => ({
  version: 1,
  title: 'Outer',
  nodes: [
    {
      ...{ id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: workflow }] } },
      parameters: { text: value(text) },
    },
    node('user', { parameters: { used: { node: 'sub', result: '/outputs/file' }, text: value(more) } }),
  ],
})

const x = node('x', { parameters: { text: { variable: 'text' } } })
const y = node('y', { inputs: { in: [{ node: 'x', slot: 'out' }] } })
const loose = node('loose', { parameters: { text: value('loose') } })

describe('continuing an execution that runs workflows', () => {
  it('reuses their unchanged nodes, and nodes that use their files', async () => {
    const job = await ran(alice, outer(await uploadsDefinition(alice, inner([x, y, loose]))))

    const { decisions } = await previews(alice, job, { Name: 'Again' })
    const same = await continues(alice, job, { Name: 'Again' })
    const changed = await continues(alice, job, {
      Definition: outer(await uploadsDefinition(alice, inner([x, y, loose])), { text: 'new' }),
    })

    expect(decisions.sub).toEqual([
      'Runs',
      'It runs a workflow. Steps in it are reused if nothing they use has changed.',
    ])
    expect(same.ran).toEqual([])
    expect(changed.ran).toEqual(['x', 'y', 'user'])
    const { nodes } = await reportOf(alice, await innerOf(changed.next))
    const first = await innerOf(job)
    expect(nodes.map(({ runs }) => runs[0]?.reusedFrom)).toEqual([
      undefined,
      undefined,
      new URL(first, 'http://localhost').pathname,
    ])
  })

  it('runs everything in them if reuse is turned off', async () => {
    const job = await ran(alice, outer(await uploadsDefinition(alice, inner([x]))))

    expect((await continues(alice, job, { Reuse: false })).ran).toEqual(['x', 'user'])
  })

  it('reuses steps of workflows that are nested more deeply', async () => {
    const middle = outer(await uploadsDefinition(alice, inner([x])))
    const nested = {
      ...middle,
      outputs: { file: { node: 'user', slot: 'out' } },
      variables: { text: { type: 'string' } },
    }
    const job = await ran(alice, outer(await uploadsDefinition(alice, nested)))

    expect((await continues(alice, job, {})).ran).toEqual([])
  })

  it('names the execution to delete before the one whose results it reuses', async () => {
    const job = await ran(alice, outer(await uploadsDefinition(alice, inner([x]))))
    const { next } = await continues(alice, job, {
      Name: 'Second',
      Definition: outer(await uploadsDefinition(alice, inner([x])), { more: 'new' }),
    })
    for (const one of [job, next]) await does(alice, one, 'AllowOutputDataDeletion')

    const refused = await alice.post(`${job}/DeleteWithOutputData`)

    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { detail: 'Results of this job are reused by “Second”. Delete that execution first.' },
    ])
  })
})
