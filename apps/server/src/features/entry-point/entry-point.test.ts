import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()

describe('the entry point', () => {
  it('links to every root, and each root lists its actions', async () => {
    const alice = await api.signUp()
    const entry = await alice.read<SirenDocument>('/api/EntryPoint')
    const rels = entry.links.flatMap((link) => link.rel)

    expect(entry).toMatchObject({ class: ['EntryPoint'], properties: {}, entities: [], actions: [] })
    expect(rels).toEqual([
      'self',
      'Info',
      'JobsRoot',
      'WorkDataRoot',
      'ProcessingStepsRoot',
      'Dashboard',
      'LiveUpdates',
      'AccessRequests',
    ])
    for (const rel of rels.filter((one) => one !== 'LiveUpdates')) {
      const document = await alice.read<SirenDocument>(hrefOf(entry, rel) ?? '')
      for (const link of document.links.filter((one) => !one.rel.includes('ApiEventsEndpoint'))) {
        expect([link.rel, (await alice.get(link.href)).status]).toEqual([link.rel, 200])
      }
    }
  })

  it('reports the protocol version, the used storage, and the largest file', async () => {
    const alice = await api.signUp()
    const info = await alice.read<SirenDocument>('/api/Info')
    const [user] = embedded(info, 'CurrentUser')

    expect(info.properties).toMatchObject({
      OrganizationId: null,
      UsedStorageInBytes: 0,
      FileLimitInBytes: 10 * 1024 ** 3,
    })
    expect(String(info.properties.ApiVersion)).toMatch(/^9\.2\.\d+$/)
    expect(hrefOf(info, 'ApiEventsEndpoint')).toBe('http://localhost:3000/api/Events')
    expect(user).toMatchObject({
      class: ['User'],
      properties: { UserId: alice.publicId, Name: alice.person.name, UserGrants: ['plan:free'] },
    })
  })

  it('never redirects, returns 204 or allows caching', async () => {
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

  it('uses the host of the request in its links', async () => {
    const alice = await api.signUp()
    const reply = await alice.get('/api/EntryPoint', { host: '127.0.0.1:3000' })

    expect(hrefOf((await reply.json()) as SirenDocument, 'self')).toBe('http://127.0.0.1:3000/api/EntryPoint')
  })
})

describe('the schemas of parameters', () => {
  it('are linked from every field of every root, with case-insensitive names', async () => {
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

describe('generic Siren clients', () => {
  it('get actions with at most one field, and schemas without null', async () => {
    const { administrator } = api
    const preview = `${await uploads(administrator, 'table.csv', 'a,b\n1,2\n')}/Preview`
    for (const path of ['/api/JobsRoot', '/api/WorkDataRoot', '/api/ProcessingStepsRoot', '/api/Admin', preview]) {
      const { actions } = await administrator.read<SirenDocument>(path)
      for (const { name, type, fields = [] } of actions.filter((action) => action.fields)) {
        expect([name, fields.length]).toEqual([name, 1])
        expect(['application/json', 'multipart/form-data']).toContain(type)
        const schema = fields[0]?.class ? await (await administrator.get(fields[0].class[0] ?? '')).text() : ''
        expect([name, schema.includes('"anyOf"'), schema.includes('"null"')]).toEqual([name, false, false])
      }
    }
  })

  it('may send null for optional values, although schemas do not mention it', async () => {
    const alice = await api.signUp()
    const query = {
      Pagination: null,
      SortBy: { PropertyName: null, SortType: null },
      Filter: { Name: null, State: null },
    }

    expect((await alice.post('/api/JobQuery/CreateQuery', query)).status).toBe(201)
  })

  it('may use the sort names of the 2024 client, which schemas do not mention', async () => {
    const alice = await api.signUp()
    const sorts = [
      ['JobQuery', 'CreatedOn', 201],
      ['JobQuery', 'CompletedOn', 201],
      ['WorkDataQuery', 'CreatedOn', 201],
      ['WorkDataQuery', 'CompletedOn', 422],
      ['JobQuery', 'constructor', 422],
    ] as const

    for (const [name, PropertyName, status] of sorts) {
      const SortBy = { PropertyName, SortType: 'Ascending' }
      const reply = await alice.post(`/api/${name}/CreateQuery`, { SortBy })
      expect([name, PropertyName, reply.status]).toEqual([name, PropertyName, status])
      if (status === 201) expect((await alice.get(reply.headers.get('location') ?? '')).status).toBe(200)
    }
    const schema = await (await alice.get('/api/ActionParameterTypes/JobQueryParameters')).text()
    expect([schema.includes('"CreatedAt"'), schema.includes('"CreatedOn"')]).toEqual([true, false])
  })

  it('get an action that returns the URL of other rows of a table', async () => {
    const alice = await api.signUp()
    const preview = `${await uploads(alice, 'table.csv', 'a,b\n1,x\n3,y\n2,y\n')}/Preview`
    const readRows = actionOf(await alice.read<SirenDocument>(preview), 'ReadRows')

    const made = await alice.post(readRows?.href ?? '', { Sort: 'a', Order: 'Descending', Limit: 2, Find: 'y' })
    const refused = await alice.post(readRows?.href ?? '', { Limit: 0 })

    expect([made.status, refused.status]).toEqual([201, 422])
    const page = await alice.read<SirenDocument>(made.headers.get('location') ?? '')
    expect(page.properties).toMatchObject({
      Rows: [
        ['3', 'y'],
        ['2', 'y'],
      ],
      TotalRows: 2,
    })
  })
})

describe('the type of a link', () => {
  it('equals the type of its reply and defaults to Siren', async () => {
    const alice = await api.signUp()
    const files = ['table.csv', 'notes.txt', 'figure.plotly.json', 'unknown'].map((name) => uploads(alice, name, '{}'))
    const worker = await testWorker(api)
    const [step = ''] = await worker.registers(manifest('linked', { output_dataslots: [] }))
    const job = await hasJob(alice, step, 'Pending')
    const [lease] = await worker.claims([step])
    await worker.on(lease!).call('POST', 'complete', {})
    const documents = ['/api/EntryPoint', '/api/Info', '/api/WorkDataRoot', job, stepHref(step)]

    const followed: string[] = []
    for (const path of [...documents, ...(await Promise.all(files))]) {
      for (const { rel, href, type } of (await alice.read<SirenDocument>(path)).links) {
        const first = await alice.get(href)
        const reply = first.status === 303 ? await alice.get(first.headers.get('location') ?? '') : first
        await reply.body?.cancel()
        expect([path, rel, reply.headers.get('content-type')]).toEqual([path, rel, type ?? SIREN_TYPE])
        followed.push(...rel)
      }
    }
    expect(followed).toEqual(expect.arrayContaining(['Log', 'ApiEventsEndpoint', 'Download', 'PreviewDocument']))
  })
})

describe('a User document', () => {
  const see = async (client: { get(path: string): Promise<Response> }, publicId: string) => {
    const reply = await client.get(`/api/User/${publicId}`)
    return reply.status === 200 ? ((await reply.json()) as SirenDocument).properties : reply.status
  }

  it('shows grants to administrators and the name to fellow members, and is not found for others', async () => {
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
