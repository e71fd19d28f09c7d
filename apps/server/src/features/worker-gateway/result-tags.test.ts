import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)

it('results have the tags of their job, and follow when those are edited', async () => {
  const alice = await api.signUp()
  const [stepId = ''] = await worker.registers(manifest('tagged'))
  const job = await hasJob(alice, stepId, 'ReadyForProcessing')
  await does(alice, job, 'EditTags', { Tags: ['trial=7', 'draft'] })
  await does(alice, job, 'StartProcessing')
  const [lease] = await worker.claims([stepId])
  if (!lease) throw new Error('no lease')
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
