import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { freeStep, reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const alice = await api.signUp()
const returned = { list: [10, 20], '-1': 'key', map: { '01': { '+2': 'deep' } } }

/** Returns the parts of another node's result that nodes receive, or the errors of nodes that receive nothing. */
async function received(pointers: string[]): Promise<unknown[]> {
  const nodes = pointers.map((pointer, index) => ({
    id: `n${index}`,
    step: { function: 'echo' },
    parameters: { part: { node: 'a', result: pointer } },
    onFailure: 'continue',
  }))
  const definition = { version: 1, title: 'Test', nodes: [{ id: 'a', step: { function: 'echo' } }, ...nodes] }
  const job = await startsExecution(alice, workflows.stepId, { definition })
  await workflows.works(alice, job, () => ({ result: returned }))
  const [, ...made] = (await reportOf(alice, job)).nodes
  return made.map(({ runs: [run] }) => run?.error ?? run?.parameters.part)
}

it('finds returned values by index or key', async () => {
  expect(await received(['', '/list/1', '/-1', '/map/01/+2'])).toEqual([returned, 20, 'key', 'deep'])
})

it('says that a step returned nothing', async () => {
  const step = { function: 'echo' }
  const uses = { id: 'b', step, parameters: { part: { node: 'a', result: '' } } }
  const definition = { version: 1, title: 'Test', nodes: [{ id: 'a', step }, uses] }
  const job = await startsExecution(alice, workflows.stepId, { definition })
  const [lease] = await workflows.worker.claims(workflows.stepIds)

  await workflows.worker.on(lease!).call('POST', 'complete', {})

  const error = async () => (await alice.read<SirenDocument<JobProperties>>(job)).properties.ErrorDescription
  await expect.poll(error).toBe('“echo (b)” failed: The parameter “part” has no value. “a” returned nothing.')
})

it('accepts only valid indexes of list items', async () => {
  const pointers = ['/list/-1', '/list/01', '/list/+1', '/list/ 1', '/list/2']

  expect(await received(pointers)).toEqual(
    pointers.map((pointer) => `The parameter “part” has no value. “a” returned no value at “${pointer}”.`),
  )
})
