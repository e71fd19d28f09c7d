import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { hasOrganization, mayRegisterSteps } from '#testing/organizations.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('shared'))
const NAMES = ['JobQuery', 'WorkDataQuery', 'ProcessingStepQuery'] as const
const TAGS = ['JobsRoot', 'WorkDataRoot', 'ProcessingStepsRoot'].map((root) => `/api/${root}/UsedTagsAdmin`)
type Found = SirenDocument<{ TotalEntities: number }>

const mara = await api.signUp()
const tag = { Tags: ['secret=canary'] }
await mayRegisterSteps(api, mara)
await does(mara, await hasJob(mara, stepId, 'Created'), 'EditTags', tag)
await does(mara, await uploads(mara), 'EditTags', tag)
const own = await mara.post('/api/ProcessingStep/RegisterNew', manifest('of_mara'))
await does(mara, own.headers.get('location') ?? '', 'EditTags', tag)

const userUrl = (id: string, host = 'http://localhost:3000') => `${host}/api/User/${id}`
const asks = (client: TestClient, name: string, Filter: object = {}, headers: Record<string, string> = {}) =>
  client.post(`/api/${name}/CreateAdminQuery`, { Filter: { ShowHidden: true, ...Filter } }, headers)

async function finds(name: string, Filter: object): Promise<Found> {
  const made = await asks(api.administrator, name, Filter)
  expect(made.status, await made.clone().text()).toBe(201)
  return api.administrator.read<Found>(made.headers.get('location') ?? '')
}

describe('queries over the resources of all owners', () => {
  it.each(NAMES)(
    'sec/E6 for %s require an administrator when they are created and each time they are read',
    async (name) => {
      const [stranger, owner] = await Promise.all([api.signUp(), api.signUp()])
      await hasOrganization(owner)
      const { key } = (await (await owner.post('/api/keys')).json()) as { key: string }
      const made = await asks(api.administrator, name)
      const at = made.headers.get('location') ?? ''

      expect(made.status).toBe(201)
      for (const client of [stranger, owner, mara]) {
        expect([(await asks(client, name)).status, (await client.get(at)).status]).toEqual([403, 403])
        expect((await client.get(`/api/${name}/AdminQuery`)).status).toBe(403)
      }
      const guest = api.anonymous()
      expect((await asks(guest, name, {}, { 'x-api-key': key })).status).toBe(403)
      expect((await asks(guest, name, {}, { 'x-api-key': worker.key })).status).toBe(403)
      expect((await asks(guest, name)).status).toBe(401)
    },
  )

  it.each(['JobQuery', 'WorkDataQuery'])(
    'for %s are limited to the owner whose id is in UserUrl, whatever its host',
    async (name) => {
      const all = await finds(name, {})
      const hers = await finds(name, { UserUrl: userUrl(mara.publicId) })
      const byOtherHost = await finds(name, { UserUrl: userUrl(mara.publicId, 'https://elsewhere.example') })
      const nobodys = await finds(name, { UserUrl: userUrl(crypto.randomUUID()) })

      expect(hers.properties.TotalEntities).toBe(1)
      expect(byOtherHost.properties.TotalEntities).toBe(1)
      expect(nobodys.properties.TotalEntities).toBe(0)
      expect(all.properties.TotalEntities).toBeGreaterThan(0)
      for (const wrong of [
        'x',
        userUrl('x'),
        `http://localhost:3000/api/Job/${mara.publicId}`,
        'javascript:alert(1)',
        7,
      ]) {
        const made = await asks(api.administrator, name, { UserUrl: wrong })
        const at = made.headers.get('location')
        expect([wrong, (at ? await api.administrator.get(at) : made).status]).toEqual([wrong, 422])
      }
    },
  )

  it('sec/E6 accept a UserUrl, which has no effect in users’ own queries', async () => {
    const stranger = await api.signUp()

    for (const name of NAMES) {
      const made = await stranger.post(`/api/${name}/CreateQuery`, {
        Filter: { UserUrl: userUrl(mara.publicId), ShowHidden: true, TagsByAnd: tag.Tags },
      })
      const found = await stranger.read<Found>(made.headers.get('location') ?? '')
      expect([name, found.properties.TotalEntities]).toEqual([name, 0])
    }
  })

  it.each(TAGS)('%s lists all tags to administrators and refuses other users', async (path) => {
    const stranger = await api.signUp()

    const { properties } = await api.administrator.read<SirenDocument<{ Tags: string[] }>>(path)
    const refused = await stranger.get(path)

    expect(properties.Tags).toContain('secret=canary')
    expect(refused.status).toBe(403)
    expect(await refused.text()).not.toContain('canary')
  })
})
