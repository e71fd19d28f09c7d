import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { findsJobs, hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const [step = ''] = await (await testWorker(api)).registers(manifest('clean'))

const PYTHON_CLIENT = { accept: '*/*', 'user-agent': 'python-httpx/0.28.1' }
const OURS = ['CreatedByName', 'Progress', 'WorkerId', 'Attempt', 'MaxAttempts']

it('documents for the Python client contain only properties of the protocol', async () => {
  const alice = await api.signUp()
  const job = await hasJob(alice, step, 'ReadyForProcessing')
  const read = async (headers: Record<string, string>) =>
    (await (await alice.get(job, headers)).json()) as SirenDocument

  const [asked, taken] = [await read({ accept: SIREN_TYPE }), await read(PYTHON_CLIENT)]

  expect(Object.keys(asked.properties)).toEqual(expect.arrayContaining(OURS))
  expect(Object.keys(taken.properties).filter((key) => OURS.includes(key))).toEqual([])
  expect(taken.properties).toMatchObject({ Name: asked.properties.Name, State: 'ReadyForProcessing' })
  const [slot] = embedded(taken, 'InputDataSlot')
  expect(Object.keys(slot?.properties ?? {})).toEqual(['Name', 'Title', 'Description', 'MediaType', 'IsConfigured'])
  const [data] = slot ? embedded(slot, 'Selected') : []
  expect(data?.properties).not.toHaveProperty('Sha256')
  expect([taken.actions, taken.links]).toEqual([asked.actions, asked.links])
  for (const headers of [{ accept: '*/*' }, { ...PYTHON_CLIENT, accept: SIREN_TYPE }]) {
    expect((await read(headers)).properties).toEqual(asked.properties)
  }
})

it('documents differ by client, on their own and in lists', async () => {
  const alice = await api.signUp()
  await hasJob(alice, step, 'Created')
  const found = await findsJobs(alice, {})
  const self = found.links.find((link) => link.rel.includes('self'))?.href ?? ''

  const reply = await alice.get(self, PYTHON_CLIENT)

  expect(reply.headers.get('vary')).toBe('Accept, Accept-Encoding, User-Agent')
  expect(reply.headers.get('content-type')).toBe(SIREN_TYPE)
  expect(found.properties).toHaveProperty('StateCounts')
  expect(((await reply.json()) as SirenDocument).properties).toEqual({
    TotalEntities: 1,
    CurrentEntitiesCount: 1,
    PreviousEntitiesCount: 0,
    RemainingTags: [],
  })
})
