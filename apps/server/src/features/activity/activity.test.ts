import { ACTIVITY_EVENTS, type ActivityEntry } from '@millrace/contracts/activity'
import { codeOf } from '@millrace/contracts/testing/authenticator'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'
import { challenged, enrols } from '#testing/second-factor.ts'
import { SoftwarePasskey } from '#testing/software-passkey.ts'
import { activityService, deleteOldActivity } from './activity.service.ts'
import { list } from './activity.store.ts'

const api = await testApi()
const { administrator } = api

type Client = Pick<typeof administrator, 'read'>
const own = (client: Client, query = '') => client.read<ActivityEntry[]>(`/api/account/activity${query}`)
const all = (query = '') => administrator.read<ActivityEntry[]>(`/api/admin/activity${query}`)
const events = (entries: ActivityEntry[]) => entries.map(({ metadata }) => metadata.event)

describe('the activity of an account', () => {
  it('never uses a generic query plan, which may read the entries of all users', async () => {
    const mara = await api.signUp()
    const page = { limit: 100, offset: 0, sortBy: 'action', sortDirection: 'desc' } as const

    const prepared = await asSystem(api.deps.db, async (tx) => {
      for (let n = 0; n < 20; n += 1) await list(tx, { userId: mara.userId }, page)
      const { rows } = await tx.query<{ statement: string }>('select statement from pg_prepared_statements')
      return rows.map(({ statement }) => statement)
    })

    expect(prepared.filter((text) => text.includes('"activity"') && text.includes('union all'))).toEqual([])
    expect(prepared.filter((text) => text.includes('"activity"'))).not.toEqual([])
  })

  it('lists sign-up and sign-in with the device, newest first', async () => {
    const mara = await api.signUp({ name: 'Mara Lind' })

    const entries = await own(mara)

    expect(events(entries)).toEqual(['session.created', 'user.created'])
    expect(entries[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: mara.userId,
      userName: 'Mara Lind',
      action: 'created',
      resourceType: 'session',
      metadata: { ipAddress: expect.any(String) },
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  it('records changes of the profile and the password, but never a secret', async () => {
    const mara = await api.signUp({ name: 'Mara' })
    await mara.post('/api/auth/update-user', { name: 'Mara Lind' })
    const change = { currentPassword: PASSWORD, newPassword: 'a heron stands in the reeds' }
    expect((await mara.post('/api/auth/change-password', change)).status).toBe(200)

    const entries = await own(mara)

    expect(events(entries).filter((event) => event?.startsWith('user.') || event?.startsWith('account.'))).toEqual([
      'account.password',
      'user.name',
      'user.created',
    ])
    expect(entries.find(({ metadata }) => metadata.event === 'user.name')?.metadata).toEqual({
      event: 'user.name',
      from: 'Mara',
      to: 'Mara Lind',
    })
    const { rows } = await api.db.pool.query(`select metadata::text from activity where subject_id = $1`, [mara.userId])
    const { rows: secrets } = await api.db.pool.query(
      `select password as secret from account where user_id = $1 union all select token from session where user_id = $1`,
      [mara.userId],
    )
    for (const { secret } of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('sec/F5 records refused passwords', async () => {
    const mara = await api.signUp()
    await api.anonymous('198.51.100.4').post('/api/auth/sign-in/email', { ...mara.person, password: 'wrong' })

    expect((await own(mara))[0]).toMatchObject({
      userId: null,
      subjectId: mara.userId,
      resourceType: 'session',
      metadata: { event: 'signIn.refused', refused: 'password', ipAddress: '198.51.100.4' },
    })
  })

  it('sec/F5 records refused codes of the second factor, of each kind, but not those entered to turn it on', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/two-factor/enable', { password: PASSWORD })
    await mara.post('/api/auth/two-factor/verify-totp', { code: '000000' })
    const { totpURI } = await enrols(mara)
    const refused = async () =>
      (await own(mara)).filter(({ metadata }) => metadata.event === 'signIn.refused').map(({ metadata }) => metadata)
    expect(await refused()).toEqual([])

    const code = codeOf(totpURI)
    const guests = await Promise.all([1, 2].map(() => challenged(api, mara.person)))
    await Promise.all(guests.map((guest) => guest.post('/api/auth/two-factor/verify-totp', { code })))
    const guest = await challenged(api, mara.person)
    for (const way of ['totp', 'backup-code']) {
      await guest.post(`/api/auth/two-factor/verify-${way}`, { code: '000000' })
    }

    const entry = { event: 'signIn.refused', refused: 'code', ipAddress: expect.any(String) }
    expect(await refused()).toEqual([entry, entry, entry])
  })

  it('sec/F5 records refused passkeys, including those of banned users', async () => {
    const mara = await api.signUp()
    const passkey = new SoftwarePasskey()
    await passkey.registers(mara, { name: 'Laptop', password: PASSWORD })

    await passkey.signsIn(api.anonymous('198.51.100.4'), { origin: 'https://evil.example' })
    await new SoftwarePasskey().signsIn(api.anonymous())
    await administrator.post('/api/auth/admin/ban-user', { userId: mara.userId })
    await passkey.signsIn(api.anonymous('198.51.100.5'))
    await api.anonymous('198.51.100.6').post('/api/auth/sign-in/email', mara.person)

    const entries = await all(`?userId=${mara.userId}`)
    const refusals = entries.filter(({ metadata }) => metadata.event === 'signIn.refused')
    expect(refusals.map(({ metadata: { refused, ipAddress } }) => [refused, ipAddress])).toEqual([
      ['banned', '198.51.100.6'],
      ['banned', '198.51.100.5'],
      ['passkey', '198.51.100.4'],
    ])
  })

  it('sec/F5 shows the owner one entry for a resource that an administrator opened repeatedly', async () => {
    const mara = await api.signUp()
    const created = await mara.post('/api/Job/CreateJob', { Name: 'Clean the readings' })
    const id = created.headers.get('location')?.split('/').at(-1)
    for (let times = 0; times < 3; times++) expect((await administrator.get(`/api/Job/${id}`)).status).toBe(200)

    expect((await own(mara)).filter(({ metadata }) => metadata.event === 'resource.opened')).toEqual([
      expect.objectContaining({
        userId: administrator.userId,
        subjectId: mara.userId,
        metadata: { event: 'resource.opened', kind: 'Job', id, name: 'Clean the readings' },
      }),
    ])
  })

  it('INV18 sec/F5 records when API keys are created, deactivated and deleted', async () => {
    const mara = await api.signUp()
    const created = await mara.request('POST', '/api/keys?note=ci')
    const { id } = (await created.json()) as { id: string }
    await mara.request('PUT', `/api/keys/${id}`, { body: { active: false } })
    await mara.request('DELETE', `/api/keys/${id}`)

    expect(events(await own(mara, '?limit=3'))).toEqual(['apiKey.deleted', 'apiKey.active', 'apiKey.created'])
  })

  it('INV18 sec/F5 records that a repeated request replaced an API key', async () => {
    const mara = await api.signUp()
    for (let round = 0; round < 2; round++) await mara.post('/api/keys?note=ci', {}, { 'idempotency-key': 'same' })

    expect(events(await own(mara, '?limit=3'))).toEqual(['apiKey.created', 'apiKey.deleted', 'apiKey.created'])
  })

  it('INV18 shows what an administrator did to the account, and which administrator it was', async () => {
    const mara = await api.signUp({ name: 'Mara' })
    await administrator.post('/api/auth/admin/set-role', { userId: mara.userId, role: 'admin' })
    await administrator.post('/api/auth/admin/set-role', { userId: mara.userId, role: 'user' })

    await mara.post('/api/auth/sign-in/email', mara.person)
    const [, latest] = await own(mara)

    expect(latest).toMatchObject({
      userId: administrator.userId,
      userName: 'Ada Ministra',
      subjectId: mara.userId,
      subjectName: 'Mara',
      metadata: { event: 'user.role', from: 'admin', to: 'user' },
    })
  })

  it('contains nothing of other accounts', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    await jonas.post('/api/auth/update-user', { name: 'Jonas' })

    for (const { userId, subjectId } of await own(mara)) expect([userId, subjectId]).not.toContain(jonas.userId)
    expect((await mara.get('/api/admin/activity')).status).toBe(403)
    expect((await api.anonymous().get('/api/account/activity')).status).toBe(401)
  })

  it('is paged and sorted, and refuses bad queries', async () => {
    const mara = await api.signUp()
    for (const name of ['a', 'b', 'c']) await mara.post('/api/auth/update-user', { name })
    const entries = await own(mara)

    expect(await own(mara, '?limit=2&offset=1')).toEqual(entries.slice(1, 3))
    expect(await own(mara, '?sortDirection=asc')).toEqual(entries.toReversed())
    expect((await own(mara, '?sortBy=action&sortDirection=asc')).map(({ action }) => action)).toEqual([
      'created',
      'created',
      'updated',
      'updated',
      'updated',
    ])
    for (const query of ['offset=-1', 'limit=0', 'limit=x', 'sortBy=password', 'sortDirection=up', 'action=seen']) {
      expect([query, (await mara.get(`/api/account/activity?${query}`)).status]).toEqual([query, 422])
    }
  })
})

describe('the activity of an account, filtered', () => {
  it('lists only the entries of a kind or action, whoever acted, and never those of other users', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/update-user', { name: 'Mara' })
    await hasOrganization(mara, 'Rhine Lab')
    const found = async (query: string) => events(await own(mara, query))

    expect(await found('?resourceType=session')).toEqual(['session.created'])
    expect(await found('?resourceType=user&action=updated')).toEqual(['user.name'])
    expect(await found('?resourceType=organization&limit=1')).toEqual(['member.created'])
    expect(await own(mara, `?userId=${(await api.signUp()).userId}`)).toEqual(await own(mara))
  })
})

describe('the activity of the server', () => {
  it('records organizations, members and invitations with who acted', async () => {
    const [mara, jonas] = await Promise.all([api.signUp({ name: 'Mara' }), api.signUp({ name: 'Jonas' })])
    const lab = await hasOrganization(mara, 'Rhine Lab')
    await joins(mara, jonas)
    const found = await all(`?organizationId=${lab.id}`)

    expect(found.map(({ userName, metadata, resourceType }) => [userName, metadata.event, resourceType])).toEqual([
      ['Jonas', 'member.created', 'organization'],
      ['Jonas', 'invitation.status', 'orgInvite'],
      ['Mara', 'invitation.created', 'orgInvite'],
      ['Mara', 'member.created', 'organization'],
      ['Mara', 'organization.created', 'organization'],
    ])
    expect(await all(`?organizationId=${lab.id}&resourceType=orgInvite&action=created`)).toEqual([found[2]])
    expect(await all(`?userId=${jonas.userId}&limit=1&offset=0`)).toHaveLength(1)
  })

  it('sec/F2 names the administrator and the impersonated user', async () => {
    const mara = await api.signUp({ name: 'Mara' })
    expect((await administrator.post('/api/auth/admin/impersonate-user', { userId: mara.userId })).status).toBe(200)
    await hasOrganization(administrator, 'By an impersonator').catch(() => undefined)
    await administrator.post('/api/auth/admin/stop-impersonating')

    const entries = await own(mara)
    expect(entries.find(({ metadata }) => metadata.event === 'impersonation.created')).toMatchObject({
      userId: administrator.userId,
      subjectId: mara.userId,
    })
  })

  it('can be searched for its text, and for the names and addresses of the users concerned', async () => {
    const vesna = await api.signUp({ name: 'Vesna Kralj' })
    await vesna.post('/api/auth/update-user', { name: 'Vesna Horvat' })
    await api.signUp({ name: 'Ilse Brandt' })
    const found = async (text: string) => (await all(`?search=${encodeURIComponent(text)}`)).map((one) => one.userName)

    expect(new Set(await found('horvat'))).toEqual(new Set(['Vesna Horvat']))
    expect(await found('KRALJ')).toContain('Vesna Horvat')
    expect(await found(vesna.person.email)).toContain('Vesna Horvat')
    expect(await found('100%')).toEqual([])
  })

  it('can be searched for recorded values, including quotes and backslashes, but not for field names', async () => {
    const vesna = await api.signUp({ name: 'Vesna Kralj' })
    await vesna.post('/api/auth/update-user', { name: 'Vesna "V\\K" Kralj' })
    const found = (text: string) => all(`?search=${encodeURIComponent(text)}`)

    expect(events(await found('"v\\k"'))).toContain('user.name')
    expect(await found('event')).toEqual([])
    expect(await found('user.name')).toEqual([])
  })

  it('sec/F2 can be searched for the administrator who acted as a user', async () => {
    const mara = await api.signUp({ name: 'Mara' })
    await api.db.pool.query(
      `insert into activity (id, at, user_id, impersonator_id, action, resource_type, resource_id, metadata)
       values (gen_random_uuid(), now(), $1, $2, 'updated', 'user', $1, '{"event": "user.name"}')`,
      [mara.userId, administrator.userId],
    )

    const entries = await all(`?search=${encodeURIComponent(administrator.person.email)}&userId=${mara.userId}`)

    expect(events(entries)).toContain('user.name')
  })

  it('records only the events that the contract lists', async () => {
    const { rows } = await api.db.pool.query(`select distinct metadata->>'event' as event from activity`)

    expect(rows.length).toBeGreaterThan(10)
    for (const { event } of rows) expect(ACTIVITY_EVENTS).toContain(event)
  })

  it('keeps the entries of deleted organizations', async () => {
    const mara = await api.signUp()
    const lab = await hasOrganization(mara, 'Short-lived')
    await mara.post('/api/auth/organization/delete', { organizationId: lab.id })

    expect(events(await all(`?organizationId=${lab.id}`))).toEqual([
      'organization.deleted',
      'member.deleted',
      'member.created',
      'organization.created',
    ])
  })

  it('sec/I10 is exported as CSV and JSON Lines, without formulas', async () => {
    const mara = await api.signUp({ name: '=SUM(A1)' })

    const csv = await administrator.get(`/api/admin/activity/export?userId=${mara.userId}`)
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = (await csv.text()).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"'=SUM(A1)"`)
    const jsonl = await administrator.get(`/api/admin/activity/export?format=jsonl&userId=${mara.userId}`)
    const exported = (await jsonl.text()).trim().split('\n')
    expect(exported.map((line) => JSON.parse(line).metadata.event)).toEqual(['user.created', 'session.created'])
    expect((await mara.get('/api/admin/activity/export')).status).toBe(403)
  })

  it('is exported completely even if old entries are deleted meanwhile', async () => {
    const { pool } = api.db
    const subject = crypto.randomUUID()
    await pool.query(
      `insert into activity (id, at, subject_id, action, resource_type, resource_id, metadata)
       select gen_random_uuid(), now() - make_interval(secs => 5000 - n), $1, 'updated', 'user', n, '{}' from generate_series(1, 1500) n`,
      [subject],
    )
    const batches = activityService({ db: api.db }).all({ userId: subject })
    const first = await batches.next()

    await pool.query('alter table activity disable trigger append_only')
    await pool.query('delete from activity where subject_id = $1 and resource_id::int <= 1000', [subject])
    await pool.query('alter table activity enable trigger append_only')
    const rest = await batches.next()

    expect([first.value?.length, rest.value?.length]).toEqual([1000, 500])
  })

  it('is append-only, except that old entries are deleted as the retention setting says', async () => {
    const mara = await api.signUp()
    const { pool } = api.db
    await expect(pool.query(`update activity set metadata = '{}'`)).rejects.toMatchObject({ code: 'MR002' })
    await expect(pool.query('delete from activity')).rejects.toMatchObject({ code: 'MR002' })
    await pool.query('alter table activity disable trigger append_only')
    await pool.query(
      `update activity set at = now() - interval '31 days' where resource_type = 'user' and subject_id = $1`,
      [mara.userId],
    )
    await pool.query('alter table activity enable trigger append_only')
    const env = { ...api.deps.env, ACTIVITY_RETENTION_DAYS: 30 }

    await deleteOldActivity({ db: api.db, env })

    expect(events(await own(mara))).toEqual(['session.created'])
    expect(await asSystem(api.db, (tx) => tx.query('select 1 from activity limit 1'))).toMatchObject({ rowCount: 1 })
  })
})
