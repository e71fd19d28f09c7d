import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { manifest } from '#testing/jobs.ts'

const api = await testApi()

const asks = (client: TestClient, query: string, idempotencyKey: string) =>
  client.post(`/api/keys${query}`, undefined, { 'idempotency-key': idempotencyKey })

async function makes(client: TestClient, query = '', idempotencyKey = ''): Promise<NewApiKey> {
  const reply = await asks(client, query, idempotencyKey)
  expect(reply.status, await reply.clone().text()).toBe(201)
  return (await reply.json()) as NewApiKey
}

const listOf = (client: TestClient) => client.read<ApiKey[]>('/api/keys')
const uses = (key: NewApiKey, at = '/api/Info') => api.anonymous().get(at, { 'x-api-key': key.key })

describe('creating a key', () => {
  it('sec/G1 shows its text once, and lists the last four characters', async () => {
    const mara = await api.signUp()

    const made = await makes(mara, '?note=laptop&ttl=3600')
    const listed = await listOf(mara)

    expect(made.key).toMatch(/^mr_[0-9a-f]{32}_[0-9A-Za-z]{49}$/)
    expect(made).toMatchObject({ note: 'laptop', active: true, ttl: 3600, scope: 'user', last4: made.key.slice(-4) })
    expect(made.owner).toEqual({ id: mara.publicId, kind: 'user', name: mara.person.name })
    const { key, ...item } = made
    expect(listed).toEqual([item])
    expect((await uses(made)).status).toBe(200)
  })

  it('creates a key that does not expire if no time to live is given', async () => {
    const mara = await api.signUp()

    expect(await makes(mara, '?note=x&ttl=0')).toMatchObject({ ttl: null, expiresAt: null })
    expect(await makes(mara)).toMatchObject({ ttl: null, note: '' })
  })

  it.each(['?ttl=-1', '?ttl=soon', '?ttl=1e12', '?scope=admin', `?note=${'n'.repeat(201)}`])(
    'refuses %s and creates no key',
    async (query) => {
      const mara = await api.signUp()

      expect((await mara.post(`/api/keys${query}`)).status).toBe(422)
      expect(await listOf(mara)).toEqual([])
    },
  )

  it('sec/G2 takes the owner only from the session', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])

    const made = await makes(mara, `?userId=${jonas.userId}&ownerId=${jonas.publicId}`)

    expect(made.owner.id).toBe(mara.publicId)
    expect(await listOf(jonas)).toEqual([])
    expect((await api.anonymous().post('/api/keys')).status).toBe(401)
  })

  it('creates a key that acts for the active organization', async () => {
    const mara = await api.signUp()
    const { publicId, name } = (await (
      await mara.post('/api/auth/organization/create', { name: 'Rhine Lab', slug: `rhine-${mara.publicId}` })
    ).json()) as { publicId: string; name: string }

    const made = await makes(mara, '?note=lab')

    expect(made.owner).toEqual({ id: publicId, kind: 'organization', name })
    expect(await (await uses(made)).json()).toMatchObject({ properties: { OrganizationId: publicId } })
  })

  it('sec/G6 creates worker keys only for users who may register steps', async () => {
    const mara = await api.signUp()

    const refused = await mara.post('/api/keys?scope=worker')
    await api.db.pool.query(
      `insert into account_grant (id, subject_id, grant_id) values (gen_random_uuid(), $1, 'codeContributor')`,
      [mara.publicId],
    )
    const made = await makes(mara, '?scope=worker')
    const registered = await api.anonymous().request('PUT', '/worker/v1/steps', {
      body: { manifests: [manifest('of_mara')] },
      headers: { 'x-api-key': made.key },
    })

    expect(refused.status).toBe(403)
    expect(registered.status).toBe(200)
    expect((await uses(made)).status).toBe(403)
  })

  it('creates worker keys of an organization only if the organization itself may register steps', async () => {
    const { administrator } = api
    const slug = `works-${administrator.publicId}`
    const created = await administrator.post('/api/auth/organization/create', { name: 'Works', slug })
    const { publicId } = (await created.json()) as { publicId: string }

    const refused = await administrator.post('/api/keys?scope=worker')
    await api.db.pool.query(
      `insert into account_grant (id, subject_id, grant_id) values (gen_random_uuid(), $1, 'codeContributor')`,
      [publicId],
    )
    const made = await makes(administrator, '?scope=worker')
    const registered = await api.anonymous().request('PUT', '/worker/v1/steps', {
      body: { manifests: [manifest('of_works')] },
      headers: { 'x-api-key': made.key },
    })
    await administrator.post('/api/auth/organization/set-active', { organizationId: null })

    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('This organization can’t have worker keys'),
    })
    expect(registered.status).toBe(200)
  })

  it('lets an administrator’s worker register steps but gives it no other administrator rights', async () => {
    const made = await makes(api.administrator, '?scope=worker')
    const headers = { 'x-api-key': made.key }

    const registered = await api
      .anonymous()
      .request('PUT', '/worker/v1/steps', { body: { manifests: [manifest('of_ada')] }, headers })

    expect(registered.status).toBe(200)
    expect((await api.anonymous().post('/api/JobQuery/CreateQuery', {}, headers)).status).toBe(403)
  })

  it('sec/G4 stops at a hundred keys even under parallel requests', async () => {
    const mara = await api.signUp()
    await api.db.pool.query(
      `insert into api_key (id, owner_id, user_id, hash, last4)
       select gen_random_uuid(), $1, $2, 'h' || n || $2, 'last' from generate_series(1, 90) n`,
      [mara.publicId, mara.userId],
    )

    const replies = await Promise.all(Array.from({ length: 100 }, () => mara.post('/api/keys')))

    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10)
    expect(await listOf(mara)).toHaveLength(100)
  })

  it('explains the refusal when there are a hundred keys', async () => {
    const mara = await api.signUp()
    await api.db.pool.query(
      `insert into api_key (id, owner_id, user_id, hash, last4)
       select gen_random_uuid(), $1, $2, 'h' || n || $2, 'last' from generate_series(1, 100) n`,
      [mara.publicId, mara.userId],
    )

    const reply = await mara.post('/api/keys')

    expect([reply.status, ((await reply.json()) as { detail: string }).detail]).toEqual([
      409,
      'You already have 100 API keys. Delete some that you no longer use.',
    ])
  })

  it('sec/G1 replaces a key whose secret was lost if the request is repeated', async () => {
    const mara = await api.signUp()
    const lost = await makes(mara, '?note=laptop', 'same')

    const made = await makes(mara, '?note=laptop', 'same')

    expect((await uses(lost)).status).toBe(401)
    expect((await uses(made)).status).toBe(200)
    expect(made.id).toBe(lost.id)
    expect(await listOf(mara)).toMatchObject([{ id: made.id, note: 'laptop', last4: made.key.slice(-4) }])
    const { rows } = await api.db.pool.query('select i::text as all from idempotency i where key = $1', ['same'])
    expect(JSON.stringify(rows)).not.toContain(made.key.split('_')[2])
  })

  it('replaces a key for each of several parallel repetitions', async () => {
    const mara = await api.signUp()
    const { make } = api.accounts.keys
    const key = { ownerId: mara.publicId, userId: mara.userId, scope: 'user', note: '' } as const
    const { id } = await make(key)

    const made = await Promise.all(Array.from({ length: 4 }, () => make(key, { replaces: id })))

    expect(await listOf(mara)).toMatchObject([{ id }])
    const replies = await Promise.all(made.map(({ text }) => api.anonymous().get('/api/Info', { 'x-api-key': text })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('keeps a key that was used, or deleted, if the request is repeated', async () => {
    const mara = await api.signUp()
    const [used, deleted] = [await makes(mara, '?note=used', 'used'), await makes(mara, '?note=deleted', 'deleted')]
    await uses(used)
    await mara.request('DELETE', `/api/keys/${deleted.id}`)

    const replies = [await asks(mara, '?note=used', 'used'), await asks(mara, '?note=deleted', 'deleted')]

    expect(replies.map(({ status }) => status)).toEqual([409, 404])
    expect((await uses(used)).status).toBe(200)
    expect(await listOf(mara)).toMatchObject([{ id: used.id }])
  })

  it('refuses an Idempotency-Key that was used for another key', async () => {
    const mara = await api.signUp()
    const made = await makes(mara, '?note=laptop', 'same')

    expect((await asks(mara, '?note=server', 'same')).status).toBe(422)
    expect(await listOf(mara)).toMatchObject([{ note: 'laptop' }])
    expect((await uses(made)).status).toBe(200)
  })

  it('sec/G3 is refused to keys and impersonators', async () => {
    const mara = await api.signUp()
    const made = await makes(mara, '', 'same')
    const headers = { 'x-api-key': made.key }

    const byKey = await Promise.all([
      api.anonymous().get('/api/keys', headers),
      api.anonymous().post('/api/keys', {}, headers),
      api.anonymous().request('DELETE', `/api/keys/${made.id}`, { headers }),
    ])
    await api.db.pool.query('update session set impersonated_by = $2 where user_id = $1', [
      mara.userId,
      api.administrator.userId,
    ])
    const acting = await Promise.all([
      mara.post('/api/keys'),
      asks(mara, '', 'same'),
      mara.request('PUT', `/api/keys/${made.id}`, { body: { active: false } }),
      mara.request('DELETE', `/api/keys/${made.id}`),
    ])

    expect([...byKey, ...acting].map((reply) => reply.status)).toEqual(Array(7).fill(403))
    expect((await uses(made)).status).toBe(200)
  })
})

describe('an API key of a user', () => {
  it('can be deactivated and activated again', async () => {
    const mara = await api.signUp()
    const made = await makes(mara)
    const turn = (active: unknown) => mara.request('PUT', `/api/keys/${made.id}`, { body: { active } })

    await turn(false)
    expect((await uses(made)).status).toBe(401)
    expect(await listOf(mara)).toMatchObject([{ active: false }])
    await turn(true)
    expect((await uses(made)).status).toBe(200)
    expect((await turn('yes')).status).toBe(422)
  })

  it('sec/E9 is refused as soon as its deactivation is acknowledged, even in parallel requests', async () => {
    for (let round = 0; round < 20; round++) {
      const mara = await api.signUp()
      const made = await makes(mara)
      const early = Array.from({ length: 10 }, () => uses(made))

      await mara.request('PUT', `/api/keys/${made.id}`, { body: { active: false } })
      const late = await Promise.all(Array.from({ length: 10 }, () => uses(made)))

      expect(late.map((reply) => reply.status)).toEqual(Array(10).fill(401))
      for (const reply of await Promise.all(early)) expect(reply.status).toBeOneOf([200, 401])
    }
  })

  it('no longer works or appears once deleted', async () => {
    const mara = await api.signUp()
    const made = await makes(mara)

    expect((await mara.request('DELETE', `/api/keys/${made.id}`)).status).toBe(200)

    expect((await uses(made)).status).toBe(401)
    expect(await listOf(mara)).toEqual([])
    expect((await mara.request('DELETE', `/api/keys/${made.id}`)).status).toBe(404)
  })

  it('sec/G2 cannot be changed or deleted by other users', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const made = await makes(mara)

    const replies = [
      await jonas.request('PUT', `/api/keys/${made.id}`, { body: { active: false } }),
      await jonas.request('DELETE', `/api/keys/${made.id}`),
      await api.administrator.request('DELETE', `/api/keys/${made.id}`),
      await mara.request('DELETE', '/api/keys/none'),
    ]

    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404])
    expect((await uses(made)).status).toBe(200)
  })
})
