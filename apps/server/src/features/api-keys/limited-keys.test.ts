import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [cleanId = '', plotId = ''] = await worker.registers(manifest('clean'), manifest('plot'))

type Member = Awaited<ReturnType<typeof api.signUp>>

async function keyOf(member: Member, query: string): Promise<NewApiKey> {
  return (await (await member.post(`/api/keys?${query}`)).json()) as NewApiKey
}
const postWith = (key: string, path: string, body: object = {}) =>
  api.anonymous('198.51.100.9').post(path, body, { 'x-api-key': key })
const step = (id: string) => ({ ProcessingStepUrl: `http://localhost:3000/api/ProcessingStep/${id}` })

describe('a limited API key', () => {
  it('sec/G3 reads, runs or manages, as its user chose', async () => {
    const mara = await api.signUp()
    const href = new URL(await uploads(mara, 'gauges.csv')).pathname
    const [read, run, manage] = [
      await keyOf(mara, 'access=read'),
      await keyOf(mara, 'access=run'),
      await keyOf(mara, ''),
    ]
    const statuses = async (path: string, body?: object) =>
      Promise.all([read, run, manage].map(async ({ key }) => (await postWith(key, path, body)).status))

    expect([read.access, run.access, manage.access]).toEqual(['read', 'run', 'manage'])
    expect(await statuses('/api/JobQuery/CreateQuery', {})).toEqual([201, 201, 201])
    expect(await statuses('/api/Job/CreateJob', { Name: 'Clean' })).toEqual([403, 201, 201])
    expect(await statuses(`${href}/Hide`)).toEqual([403, 403, 200])
  })

  it('sec/G3 runs only the steps that its user chose, even in jobs that others set up', async () => {
    const mara = await api.signUp()
    const { key, steps } = await keyOf(mara, 'access=run&steps=clean,%20clean')
    const created = await postWith(key, '/api/Job/CreateJob', { Name: 'Clean' })
    const job = new URL(created.headers.get('location') ?? '').pathname
    const ready = new URL(await hasJob(mara, plotId, 'ReadyForProcessing')).pathname

    const [other, chosen, start] = [
      await postWith(key, `${job}/SelectProcessing`, step(plotId)),
      await postWith(key, `${job}/SelectProcessing`, step(cleanId)),
      await postWith(key, `${ready}/StartProcessing`),
    ]

    expect(steps).toEqual(['clean'])
    expect([other.status, chosen.status, start.status]).toEqual([403, 200, 403])
    expect(await other.json()).toMatchObject({ detail: 'This API key can’t run plot, only clean.' })
  })

  it('is refused if it names steps that do not exist', async () => {
    const mara = await api.signUp()

    const refused = await mara.post('/api/keys?steps=clean,clean_tabel')

    const message = 'No step has the function name clean_tabel. Correct it, or register the step first.'
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ detail: message, faults: [{ pointer: '/steps', message }] })
    expect(await mara.read('/api/keys')).toEqual([])
  })

  it('shows from which address it was last used', async () => {
    const mara = await api.signUp()
    const { key, id } = await keyOf(mara, '')
    await postWith(key, '/api/JobQuery/CreateQuery')

    const listed = (await mara.read<ApiKey[]>('/api/keys')).find((one) => one.id === id)

    expect(listed).toMatchObject({ lastUsedFrom: '198.51.100.9', lastUsedAt: expect.any(String) })
  })

  it.each(['access=everything', `steps=${Array.from({ length: 51 }, (_, n) => `s${n}`).join(',')}`])(
    'is not created with invalid limits: %s',
    async (query) => {
      expect((await (await api.signUp()).post(`/api/keys?${query}`)).status).toBe(422)
    },
  )
})
