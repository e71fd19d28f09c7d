import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, stateOf, uploads } from '#testing/jobs.ts'
import { freeStep, hasExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const definition = { version: 1, title: 'Test', nodes: [{ id: 'a', step: { function: 'echo' } }] }

type Found = SirenDocument<WorkDataProperties>

/** Returns the work data with the definition that a job runs. */
async function definitionOf(client: TestClient, job: string): Promise<string> {
  const [slot] = embedded(await client.read<SirenDocument>(job), 'InputDataSlot')
  const [file] = slot ? embedded(slot, 'Selected') : []
  return (file && hrefOf(file, 'self')) ?? ''
}

async function lists(client: TestClient): Promise<Found[]> {
  const made = await client.post('/api/WorkDataQuery/CreateQuery', {
    Filter: { MediaTypeContains: 'workflow.definition' },
  })
  const page = await client.read<SirenDocument<QueryResultProperties>>(made.headers.get('location') ?? '')
  return embedded<WorkDataProperties>(page, 'item')
}

describe('the last execution of a workflow', () => {
  it('is shown with its state and times, and leads to its job', async () => {
    const alice = await api.signUp()
    const first = await hasExecution(alice, workflows.stepId, { definition })
    const file = await definitionOf(alice, first)
    expect((await alice.read<Found>(file)).properties).not.toHaveProperty('LastExecution')
    await does(alice, first, 'StartProcessing')
    await workflows.works(alice, first, () => ({ result: 1 }))

    const [done] = await lists(alice)
    expect(done?.properties.LastExecution).toEqual({
      State: 'Completed',
      StartedAt: expect.any(String),
      CompletedAt: expect.any(String),
      Cause: null,
      NodeStates: { a: 'Completed' },
    })
    expect(hrefOf(done!, 'LastExecution')).toBe(first)

    const execution = await alice.read<SirenDocument>(`${first}/Execution`)
    const again = await alice.post(actionOf(execution, 'Continue')?.href ?? '', {})
    const second = again.headers.get('location') ?? ''
    const running = await alice.read<Found>(file)
    expect([running.properties.LastExecution?.State, hrefOf(running, 'LastExecution')]).toEqual(['Processing', second])
    await does(alice, second, 'CancelProcessing')
    expect((await alice.read<Found>(file)).properties.LastExecution?.State).toBe('Canceled')
  })

  it('is that of any version, but not of another workflow or file', async () => {
    const alice = await api.signUp()
    const [ran, never] = await Promise.all(
      ['one', 'other'].map(() => hasExecution(alice, workflows.stepId, { definition })),
    )
    const [old, unrun] = [await definitionOf(alice, ran!), await definitionOf(alice, never!)]
    const saved = await definitionOf(alice, await hasExecution(alice, workflows.stepId, { definition }))
    await does(alice, old, 'EditTags', { Tags: ['workflow=abc', 'version=1'] })
    await does(alice, saved, 'EditTags', { Tags: ['workflow=abc', 'version=2'] })
    const table = await uploads(alice)
    await does(alice, table, 'EditTags', { Tags: ['workflow=abc'] })
    await does(alice, ran!, 'StartProcessing')
    await workflows.works(alice, ran!, () => ({ error: 'No.' }))
    expect(await stateOf(alice, ran!)).toBe('Error')

    const state = async (file: string) => (await alice.read<Found>(file)).properties.LastExecution?.State
    expect(await Promise.all([old, saved, unrun, table].map(state))).toEqual(['Error', 'Error', undefined, undefined])
  })
})
