import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, type JobDocument, manifest, stateOf, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { SAMPLE_STEPS } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)
const stepIds = await worker.registers(...SAMPLE_STEPS)
const [onlyImages = ''] = await worker.registers(
  manifest('only_images', { parameters: null, input_dataslots: [{ name: 'picture', mediatype: 'image/png' }] }),
)

/** Creates the three jobs of the sample, and returns their URLs in order. */
async function chain(client: TestClient): Promise<string[]> {
  const made = await client.post('/api/JobsRoot/RunSample')
  const list = await client.read<SirenDocument>(made.headers.get('location') ?? '')
  return list.entities
    .map((job) => (job as unknown as JobDocument).links.find((link) => link.rel.includes('self'))?.href ?? '')
    .reverse()
}

async function completesNext(): Promise<Response> {
  const [lease] = await worker.claims(stepIds)
  await worker.on(lease!).writes('a\n1\n', 'made.csv')
  return worker.on(lease!).call('POST', 'complete', {})
}

describe('a job that others depend on', () => {
  it('completes even if a dependent job no longer accepts its result', async () => {
    const alice = await api.signUp()
    const [first = '', second = ''] = await chain(alice)
    await does(alice, second, 'SelectProcessing', { ProcessingStepUrl: stepHref(onlyImages) })

    const reply = await completesNext()

    expect(reply.status, await reply.clone().text()).toBe(200)
    expect([await stateOf(alice, first), await stateOf(alice, second)]).toEqual(['Completed', 'Created'])
  })

  it('does not overwrite a slot that the owner has filled in the meantime', async () => {
    const alice = await api.signUp()
    const [first = '', second = ''] = await chain(alice)
    const own = await uploads(alice, 'own.csv', 'a\n2\n')
    const [slot] = embedded(await alice.read<JobDocument>(second), 'InputDataSlot')
    await alice.post(actionOf(slot!, 'SelectWorkData')?.href ?? '', { WorkDataUrl: own })

    await completesNext()

    const [filled] = embedded(await alice.read<JobDocument>(second), 'InputDataSlot')
    expect(embedded(filled!, 'Selected').map(selfHref)).toEqual([own])
    expect([await stateOf(alice, first), await stateOf(alice, second)]).toEqual(['Completed', 'ReadyForProcessing'])
  })

  it('cancels its dependents if it is deleted before it starts', async () => {
    const alice = await api.signUp()
    const [first = '', second = '', third = ''] = await chain(alice)

    await does(alice, second, 'Delete')

    expect(await stateOf(alice, third)).toBe('Canceled')
    const { properties } = await alice.read<JobDocument>(third)
    expect(properties.ErrorDescription).toBe(
      'It waited for the result of Sample: hourly means, which was not created because that job was deleted.',
    )
    await does(alice, first, 'CancelProcessing')
  })
})
