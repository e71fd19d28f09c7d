import { LIMITS } from '@millrace/contracts/limits'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded } from '@millrace/siren/read'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)

async function running(functionName: string, Tags: string[]) {
  const alice = await api.signUp()
  const [stepId = ''] = await worker.registers(manifest(functionName))
  const job = await hasJob(alice, stepId, 'ReadyForProcessing')
  await does(alice, job, 'EditTags', { Tags })
  await does(alice, job, 'StartProcessing')
  const [lease] = await worker.claims([stepId])
  if (!lease) throw new Error('no lease')
  return { alice, job, lease }
}

it('results have the tags of their job, and change with them', async () => {
  const { alice, job, lease } = await running('tagged', ['trial=7', 'draft'])
  await worker.on(lease).writes('a\n1\n')
  await worker.on(lease).call('POST', 'complete', { result: null })
  const [result] = await resultsWith('trial=7')
  expect(result?.properties).toMatchObject({ Tags: ['trial=7', 'draft'], Kind: 'ProcessingArtefact' })
  await does(alice, result?.links.find(({ rel }) => rel.includes('self'))?.href ?? '', 'EditTags', {
    Tags: ['trial=7', 'draft', 'mine'],
  })

  await does(alice, job, 'EditTags', { Tags: ['trial=7', 'final'] })

  const [after] = await resultsWith('final')
  expect(after?.properties.Tags).toEqual(['trial=7', 'mine', 'final'])

  async function resultsWith(tag: string) {
    const query = await alice.post('/api/WorkDataQuery/CreateQuery', { Filter: { TagsByAnd: [tag] } })
    const found = await alice.read<SirenDocument>(query.headers.get('location') ?? '')
    return (found.entities ?? []) as unknown as SirenDocument<WorkDataProperties>[]
  }
})

it('results have their folder as a tag, which stays when the tags of the job are edited', async () => {
  const { alice, job, lease } = await running('unpacks', ['folder=of the job', 'draft'])
  const put = (query: string) =>
    worker.on(lease).call('PUT', `outputs/cleaned/0?name=a.csv${query}`, 'a\n1\n', { 'content-type': 'text/csv' })
  expect((await put('&folder=%20')).status).toBe(422)
  expect((await put(`&folder=${'x'.repeat(1001)}`)).status).toBe(422)
  expect((await put('&folder=a%1Fb')).status).toBe(422)
  await put('&folder=other')
  expect((await put('&folder=2024%2Fgauges')).status).toBe(201)
  await worker.on(lease).call('POST', 'complete', { result: null })

  await does(alice, job, 'EditTags', { Tags: ['final'] })

  const query = await alice.post('/api/WorkDataQuery/CreateQuery', { Filter: { TagsByAnd: ['folder=2024/gauges'] } })
  const found = await alice.read<SirenDocument>(query.headers.get('location') ?? '')
  expect(found.entities).toMatchObject([{ properties: { Name: 'a.csv', Tags: ['folder=2024/gauges', 'final'] } }])
})

it('workers receive the folders of inputs', async () => {
  const alice = await api.signUp()
  const [stepId = ''] = await worker.registers(manifest('packs'))
  const inFolder = await uploads(alice)
  await does(alice, inFolder, 'EditTags', { Tags: ['draft', 'folder=2024/gauges'] })
  const inputOf = async (data: string) => {
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    const [slot] = embedded(await alice.read<SirenDocument>(job), 'InputDataSlot')
    await alice.post((slot && actionOf(slot, 'SelectWorkData'))?.href ?? '', { WorkDataUrl: data })
    await does(alice, job, 'StartProcessing')
    return (await worker.claims([stepId]))[0]?.inputs[0]
  }

  expect(await inputOf(inFolder)).toMatchObject({ name: 'table.csv', folder: '2024/gauges' })
  expect(await inputOf(await uploads(alice))).not.toHaveProperty('folder')
})

it('results stay in their own folder, stored like any tag, and have no more tags than a file may have', async () => {
  const many = Array.from({ length: LIMITS.tagsMax }, (_, nth) => `t${nth}`)
  const { alice, job, lease } = await running('unpacks_much', many)
  await worker
    .on(lease)
    .call('PUT', 'outputs/cleaned/0?name=a.csv&folder=TRUE', 'a\n1\n', { 'content-type': 'text/csv' })
  await worker.on(lease).call('POST', 'complete', { result: null })
  expect(await tagsInFolder('true')).toEqual(['folder=true', ...many.slice(0, -1)])

  await does(alice, job, 'EditTags', { Tags: ['folder=of the job', 'final'] })

  expect(await tagsInFolder('true')).toEqual(['folder=true', 'final'])

  async function tagsInFolder(folder: string) {
    const query = await alice.post('/api/WorkDataQuery/CreateQuery', { Filter: { TagsByAnd: [`folder=${folder}`] } })
    const found = await alice.read<SirenDocument>(query.headers.get('location') ?? '')
    return found.entities?.[0]?.properties?.Tags
  }
})

it('results follow the folder of their job if they have none of their own', async () => {
  const { alice, job, lease } = await running('moves', ['folder=before'])
  await worker.on(lease).writes('a\n1\n')
  await worker.on(lease).call('POST', 'complete', { result: null })

  await does(alice, job, 'EditTags', { Tags: ['folder=after'] })

  const query = await alice.post('/api/WorkDataQuery/CreateQuery', { Filter: { TagsByAnd: ['folder=after'] } })
  const found = await alice.read<SirenDocument>(query.headers.get('location') ?? '')
  expect(found.entities).toMatchObject([{ properties: { Tags: ['folder=after'] } }])
})
