import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder, testApi } from '#testing/api.ts'
import { readSecret } from '../../auth/secret.ts'
import { ensureWorkerKey } from './worker-key.ts'

const api = await testApi()
const { keys } = api.accounts

async function withKey(options: { scope?: 'user' | 'worker'; ttlSeconds?: number; ownerId?: string } = {}) {
  const mara = await api.signUp()
  const key = await keys.make({
    ownerId: mara.publicId,
    userId: mara.userId,
    scope: 'user',
    note: 'laptop',
    ...options,
  })
  return { mara, key, ask: (where = '/api/EntryPoint') => api.anonymous().get(where, { 'x-api-key': key.text }) }
}

const change = (sql: string, id: string) => api.db.pool.query(`update api_key set ${sql} where id = $1`, [id])

describe('an API key', () => {
  it('sec/G1 gives access to the jobs service on behalf of its owner and is stored as a hash', async () => {
    const { mara, key, ask } = await withKey()

    const reply = await ask('/api/Info')

    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain(mara.publicId)
    const { rows } = await api.db.pool.query('select k.*, k::text as all from api_key k where id = $1', [key.id])
    expect(rows[0]).toMatchObject({ last4: key.text.slice(-4), active: true, scope: 'user' })
    expect(rows[0].all).not.toContain(key.text.slice(0, -4).split('_')[2])
  })

  it('sec/G3 gives no access to accounts, keys, administration or the worker gateway', async () => {
    const { key } = await withKey()
    const headers = { 'x-api-key': key.text }

    const account = await api
      .anonymous()
      .post('/api/account/required-password-change', { password: 'a', newPassword: 'b' }, headers)
    const gateway = await api.anonymous().post('/worker/v1/claim', {}, headers)
    const auth = await api.anonymous().get('/api/auth/get-session', headers)

    expect([account.status, gateway.status]).toEqual([403, 403])
    expect(await auth.json()).toBeNull()
  })

  it('sec/G4 is refused with the same text whether inactive, expired, deleted, mistyped or invented', async () => {
    const off = await withKey()
    const over = await withKey()
    const gone = await withKey()
    await change('active = false', off.key.id)
    await change(`expires_at = now() - interval '1 second'`, over.key.id)
    await api.db.pool.query('delete from api_key where id = $1', [gone.key.id])
    const wrong = (text: string) => api.anonymous().get('/api/EntryPoint', { 'x-api-key': text })

    const replies = await Promise.all([
      off.ask(),
      over.ask(),
      gone.ask(),
      wrong(`${off.key.text.slice(0, -1)}#`),
      wrong('mr_x'),
      api.anonymous().get('/api/EntryPoint'),
    ])

    const bodies = (await Promise.all(replies.map((reply) => reply.json()))) as Record<string, unknown>[]
    for (const body of bodies) expect({ ...body, requestId: '' }).toEqual({ ...bodies[0], requestId: '' })
    expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 401, 401])
  })

  it('sec/G4 stops working when its time to live is over', async () => {
    const { key, ask } = await withKey({ ttlSeconds: 3600 })
    expect((await ask()).status).toBe(200)

    await change(`expires_at = expires_at - interval '3601 seconds'`, key.id)

    expect((await ask()).status).toBe(401)
  })

  it('FLT10 sec/G4 expires by the clock of the database, regardless of the server’s clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())

    const { key } = await withKey({ ttlSeconds: 60 })

    const { rows } = await api.db.pool.query(
      `select expires_at - created_at = interval '60 seconds' and created_at between now() - interval '1 minute' and now() as right
       from api_key where id = $1`,
      [key.id],
    )
    expect(rows).toEqual([{ right: true }])
  })

  it('sec/C6 stops working when its user is banned or must set a new password', async () => {
    const { mara, ask } = await withKey()

    await api.administrator.post('/api/auth/admin/ban-user', { userId: mara.userId })
    expect((await ask()).status).toBe(401)
    await api.administrator.post('/api/auth/admin/unban-user', { userId: mara.userId })
    expect((await ask()).status).toBe(200)
    await api.db.pool.query('update "user" set password_reset_required = true where id = $1', [mara.userId])
    expect(await (await ask()).json()).toMatchObject({ status: 403, code: 'password-change-required' })
  })

  it('sec/G3 of an organization works only while its user is a member', async () => {
    const mara = await api.signUp()
    const created = await mara.post('/api/auth/organization/create', {
      name: 'Rhine Lab',
      slug: `rhine-${mara.publicId}`,
    })
    const { id, publicId } = (await created.json()) as { id: string; publicId: string }
    const key = await keys.make({ ownerId: publicId, userId: mara.userId, scope: 'user', note: 'lab' })
    const ask = () => api.anonymous().get('/api/Info', { 'x-api-key': key.text })

    expect(await (await ask()).json()).toMatchObject({ properties: { OrganizationId: publicId } })
    await api.db.pool.query(
      `insert into member (id, organization_id, user_id, role) values (gen_random_uuid()::text, $1, $2, 'owner')`,
      [id, api.administrator.userId],
    )
    await api.db.pool.query('delete from member where organization_id = $1 and user_id = $2', [id, mara.userId])
    expect((await ask()).status).toBe(401)
  })

  it('records its last use at most once a minute', async () => {
    const { key, ask } = await withKey()
    const lastUsed = async () => {
      const { rows } = await api.db.pool.query('select last_used_at as at from api_key where id = $1', [key.id])
      return rows[0].at as Date | null
    }

    expect(await lastUsed()).toBeNull()
    await ask()
    const first = await lastUsed()
    await ask()
    expect(await lastUsed()).toEqual(first)
    await change(`last_used_at = now() - interval '61 seconds'`, key.id)
    await ask()
    expect((await lastUsed())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Number.NaN)
  })

  it('sec/G5 is not accepted in the URL', async () => {
    const { key } = await withKey()

    const reply = await api.anonymous().get(`/api/EntryPoint?apiKey=${key.text}&x-api-key=${key.text}`)

    expect([400, 401]).toContain(reply.status)
  })
})

describe('a worker key', () => {
  it('sec/G6 gives access to the worker gateway and nothing else', async () => {
    const { key, ask } = await withKey({ scope: 'worker' })

    const gateway = await api
      .anonymous()
      .request('PUT', '/worker/v1/steps', { body: {}, headers: { 'x-api-key': key.text } })

    expect((await ask()).status).toBe(403)
    expect((await ask('/api/user/grants')).status).toBe(403)
    expect([401, 403]).not.toContain(gateway.status)
  })
})

describe('the key of the built-in worker', () => {
  const fileOf = (folder: string) => path.join(folder, 'worker.key')

  it('is stored in the data directory with mode 600 and belongs to the system', async () => {
    const file = fileOf(api.deps.env.MILLRACE_DATA)
    const text = (await readFile(file, 'utf8')).trim()

    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await keys.recognize(text)).toMatchObject({
      actor: { kind: 'worker', ownerKind: 'system', ownerId: SYSTEM_OWNER_ID, isAdmin: false },
    })
  })

  it('is the same for all servers and data directories of a database', async () => {
    const folders = [await temporaryFolder(), await temporaryFolder()]
    for (const data of folders) await testApi({ db: api.db as never, data })
    await writeFile(fileOf(folders[0] ?? ''), 'mr_broken\n')
    await testApi({ db: api.db as never, data: folders[0] ?? '' })

    const texts = await Promise.all(
      [...folders, api.deps.env.MILLRACE_DATA].map((data) => readFile(fileOf(data), 'utf8')),
    )

    expect(new Set(texts).size).toBe(1)
    expect(await systemKeys()).toEqual([{ expires: false }])
  })

  it('changes with the secret of the server, and the previous key expires', async () => {
    const data = await temporaryFolder()
    const former = (await readFile(fileOf(api.deps.env.MILLRACE_DATA), 'utf8')).trim()

    await ensureWorkerKey({ ...api.deps, env: { ...api.deps.env, MILLRACE_DATA: data }, secret: 'x'.repeat(40) })

    const present = (await readFile(fileOf(data), 'utf8')).trim()
    expect(present).not.toBe(former)
    expect(await keys.recognize(present)).toMatchObject({ actor: { kind: 'worker' } })
    expect(await keys.recognize(former)).toMatchObject({ actor: { kind: 'worker' } })
    expect(await systemKeys()).toEqual([{ expires: false }, { expires: true }])
    await ensureWorkerKey(api.deps)
  })
})

describe('the secret of the server', () => {
  it('is generated once per database unless one is configured', async () => {
    const [first, second] = await Promise.all([readSecret({}, api.db), readSecret({}, api.db)])

    expect(first).toBe(second)
    expect(first.length).toBeGreaterThanOrEqual(64)
    expect(await readSecret({ MILLRACE_SECRET: 'y'.repeat(40) }, api.db)).toBe('y'.repeat(40))
  })
})

async function systemKeys() {
  const { rows } = await api.db.pool.query(
    'select expires_at is not null as expires from api_key where owner_id = $1 order by 1',
    [SYSTEM_OWNER_ID],
  )
  return rows
}
