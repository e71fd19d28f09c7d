import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()

describe('the entry point', () => {
  it('leads to every root, and each leads to what it offers', async () => {
    const alice = await api.signUp()
    const entry = await alice.read<SirenDocument>('/api/EntryPoint')
    const rels = entry.links.flatMap((link) => link.rel)

    expect(entry).toMatchObject({ class: ['EntryPoint'], properties: {}, entities: [], actions: [] })
    expect(rels).toEqual(['self', 'Info', 'JobsRoot', 'WorkDataRoot', 'ProcessingStepsRoot', 'LiveUpdates'])
    for (const rel of rels.filter((one) => one !== 'LiveUpdates')) {
      const document = await alice.read<SirenDocument>(hrefOf(entry, rel) ?? '')
      for (const link of document.links.filter((one) => !one.rel.includes('ApiEventsEndpoint'))) {
        expect([link.rel, (await alice.get(link.href)).status]).toEqual([link.rel, 200])
      }
    }
  })

  it('says which protocol it speaks and how much is stored', async () => {
    const alice = await api.signUp()
    const info = await alice.read<SirenDocument>('/api/Info')
    const [user] = embedded(info, 'CurrentUser')

    expect(info.properties).toMatchObject({ OrganizationId: null, UsedStorageInBytes: 0 })
    expect(String(info.properties.ApiVersion)).toMatch(/^9\.2\.\d+$/)
    expect(hrefOf(info, 'ApiEventsEndpoint')).toBe('http://localhost:3000/api/Events')
    expect(user).toMatchObject({
      class: ['User'],
      properties: { UserId: alice.publicId, Name: alice.person.name, UserGrants: ['plan:free'] },
    })
  })

  it('never redirects, never says 204 and never lets anything be cached', async () => {
    const alice = await api.signUp()

    for (const path of ['EntryPoint', 'Info', 'JobsRoot', 'WorkDataRoot', 'ProcessingStepsRoot']) {
      const reply = await alice.get(`/api/${path}`)
      expect([path, reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
        path,
        200,
        'application/vnd.siren+json',
        'no-store',
      ])
    }
  })

  it('speaks under the address by which it was reached', async () => {
    const alice = await api.signUp()
    const reply = await alice.get('/api/EntryPoint', { host: '127.0.0.1:3000' })

    expect(hrefOf((await reply.json()) as SirenDocument, 'self')).toBe('http://127.0.0.1:3000/api/EntryPoint')
  })
})

describe('the schemas of parameters', () => {
  it('are behind every field of every root, whatever the case of the name', async () => {
    const { administrator } = api
    for (const path of ['JobsRoot', 'WorkDataRoot', 'ProcessingStepsRoot', 'Admin']) {
      const { actions } = await administrator.read<SirenDocument>(`/api/${path}`)
      for (const field of actions.flatMap((action) => action.fields ?? []).filter((one) => one.class)) {
        const reply = await administrator.get(field.class?.[0] ?? '')
        expect([field.name, reply.status, reply.headers.get('content-type')]).toEqual([
          field.name,
          200,
          'application/schema+json',
        ])
        expect(await reply.json()).toMatchObject({ title: field.name, type: 'object' })
      }
    }
    expect((await administrator.get('/api/ActionParameterTypes/createjobPARAMETERS')).status).toBe(200)
    expect((await administrator.get('/api/ActionParameterTypes/Nothing')).status).toBe(404)
  })
})

describe('a person', () => {
  const see = async (client: { get(path: string): Promise<Response> }, publicId: string) => {
    const reply = await client.get(`/api/User/${publicId}`)
    return reply.status === 200 ? ((await reply.json()) as SirenDocument).properties : reply.status
  }

  it('is seen by administrators with their grants, by fellow members by name, by others not at all', async () => {
    const [alice, bob, mallory] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    await hasOrganization(alice)
    await joins(alice, bob)

    expect(await see(api.administrator, bob.publicId)).toEqual({
      UserId: bob.publicId,
      Name: bob.person.name,
      UserGrants: ['plan:free'],
    })
    expect(await see(alice, bob.publicId)).toMatchObject({ Name: bob.person.name, UserGrants: [] })
    expect(await see(mallory, bob.publicId)).toBe(404)
    expect(await see(mallory, mallory.publicId)).toMatchObject({ UserGrants: ['plan:free'] })
    expect(await see(api.administrator, 'nobody')).toBe(404)
  })
})
