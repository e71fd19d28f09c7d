import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'

const api = await testApi()
const { administrator } = api

const MALFORMED: unknown[] = [
  null,
  true,
  '',
  ' ',
  'x'.repeat(5000),
  'a b/..',
  7,
  -1,
  1e300,
  [],
  {},
  [null],
  { a: 1 },
  '2024-99-99',
  '0000-01-01T00:00:00Z',
  'owner,admin',
  '%',
]

async function organization() {
  const mara = await api.signUp()
  const created = await mara.post('/api/auth/organization/create', { name: 'Lab', slug: `lab-${mara.publicId}` })
  return { mara, id: ((await created.json()) as { id: string }).id }
}

async function storedUser(id: string) {
  const { rows } = await api.db.pool.query('select * from "user" where id = $1', [id])
  return rows[0]
}

describe('malformed input causes no server error', () => {
  const USER_FIELDS = ['name', 'role', 'plan', 'image', 'banned', 'banReason', 'banExpires', 'twoFactorEnabled'].concat(
    ['createdAt', 'updatedAt', 'passwordResetRequired', 'email', 'emailVerified', 'id', 'publicId', 'foo'],
  )

  it.each(USER_FIELDS)('in the account field %s, set by an administrator', { timeout: 60_000 }, async (field) => {
    const { userId } = await api.signUp()
    for (const [at, value] of MALFORMED.entries()) {
      const email = `${field}.${at}@example.org`.toLowerCase()
      const replies = [
        await administrator.post('/api/auth/admin/update-user', { userId, data: { [field]: value } }),
        await administrator.post('/api/auth/admin/create-user', { email, name: 'Eva', data: { [field]: value } }),
      ]
      for (const reply of replies) expect([value, reply.status < 500]).toEqual([value, true])
    }
  })

  it.each(['name', 'slug', 'logo', 'metadata', 'requireTwoFactor', 'plan', 'foo'])(
    'in the organization field %s',
    async (field) => {
      const { mara, id } = await organization()
      for (const [at, value] of MALFORMED.entries()) {
        const fields = { name: 'Lab', slug: `${field}-${at}`, [field]: value }
        const replies = [
          await mara.post('/api/auth/organization/update', { organizationId: id, data: { [field]: value } }),
          await mara.post('/api/auth/organization/create', fields),
        ]
        for (const reply of replies) expect([value, reply.status < 500]).toEqual([value, true])
      }
    },
  )

  it('in bans, teams, roles, invitations and profiles', { timeout: 60_000 }, async () => {
    const { mara, id: organizationId } = await organization()
    for (const value of MALFORMED) {
      const { userId } = await api.signUp()
      const calls: [TestClient, string, object][] = [
        [administrator, '/admin/ban-user', { userId, banExpiresIn: value }],
        [administrator, '/admin/ban-user', { userId, banReason: value }],
        [administrator, '/admin/set-role', { userId, role: value }],
        [mara, '/organization/create-team', { organizationId, name: value }],
        [mara, '/organization/create-role', { organizationId, role: value, permission: { member: ['create'] } }],
        [mara, '/organization/create-role', { organizationId, role: 'reader', permission: value }],
        [mara, '/organization/invite-member', { organizationId, email: 'a@example.org', role: value }],
        [mara, '/organization/invite-member', { organizationId, email: value, role: 'member' }],
        [mara, '/organization/set-active', { organizationId: value }],
        [mara, '/update-user', { name: value }],
        [mara, '/update-user', { image: value }],
        [mara, '/update-user', { newsletter: value }],
        [mara, '/update-user', { mentionMails: value }],
        [api.anonymous(), '/sign-up/email', { name: value, email: 'name@example.org', password: PASSWORD }],
        [
          api.anonymous(),
          '/sign-up/email',
          { name: 'Eva', newsletter: value, email: 'news@x.org', password: PASSWORD },
        ],
      ]
      for (const [who, path, body] of calls) {
        const reply = await who.post(`/api/auth${path}`, body)
        expect([path, value, reply.status < 500]).toEqual([path, value, true])
      }
    }
  })
})

describe('an administrator', () => {
  it('sec/E8 sets the documented fields of an account, and no others', async () => {
    const { userId } = await api.signUp()
    const before = await storedUser(userId)
    const refused = [
      { plan: 'gold' },
      { twoFactorEnabled: true },
      { passwordResetRequired: true },
      { createdAt: '2020-01-01T00:00:00Z' },
      { banExpires: 'tomorrow' },
      { banExpires: '0000-01-01T00:00:00Z' },
      { name: '' },
      { name: 'x'.repeat(5000) },
    ]

    for (const data of refused) {
      const reply = await administrator.post('/api/auth/admin/update-user', { userId, data })
      expect([data, reply.status, await reply.json()]).toEqual([
        data,
        400,
        { code: 'VALIDATION_ERROR', message: expect.stringContaining(Object.keys(data)[0] ?? '') },
      ])
    }
    expect(await storedUser(userId)).toEqual(before)
    const data = { name: ' Jonas ', plan: 'enterprise', banned: true, banExpires: '2020-01-01T00:00:00Z' }
    expect((await administrator.post('/api/auth/admin/update-user', { userId, data })).status).toBe(200)
    const stored = { name: 'Jonas', plan: 'enterprise', ban_expires: new Date('2020-01-01T00:00:00Z') }
    expect(await storedUser(userId)).toMatchObject(stored)
  })

  it('cannot ban for zero seconds, which the library would treat as forever', async () => {
    const { userId } = await api.signUp()

    const reply = await administrator.post('/api/auth/admin/ban-user', { userId, banExpiresIn: 0 })

    expect(reply.status).toBe(400)
    expect(await storedUser(userId)).toMatchObject({ banned: false })
  })
})

describe('an organization', () => {
  it.each([{}, { foo: 1 }, { plan: 'enterprise' }])('refuses an update that changes nothing: %j', async (data) => {
    const { mara, id } = await organization()

    const reply = await mara.post('/api/auth/organization/update', { organizationId: id, data })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
  })

  it.each([
    [{ slug: 'a b/..' }, 'SLUG_NOT_ALLOWED'],
    [{ slug: 'A' }, 'SLUG_NOT_ALLOWED'],
    [{ slug: 'x'.repeat(49) }, 'SLUG_NOT_ALLOWED'],
    [{ name: '\t ' }, 'NAME_NOT_ALLOWED'],
    [{ name: 'x'.repeat(5000) }, 'NAME_NOT_ALLOWED'],
  ])('refuses %j with a reason when created or updated', async (fields, code) => {
    const { mara, id } = await organization()

    for (const [path, body] of [
      ['create', { name: 'Lab', slug: `other-${mara.publicId}`, ...fields }],
      ['update', { organizationId: id, data: fields }],
    ] as const) {
      const reply = await mara.post(`/api/auth/organization/${path}`, body)
      expect([path, reply.status, await reply.json()]).toMatchObject([path, 400, { code }])
    }
  })

  it.each([
    { requireTwoFactor: null },
    { requireTwoFactor: 'yes' },
    { logo: 'x'.repeat(2049) },
    { logo: ' JavaScript:alert(1)' },
    { logo: 'data:text/html,<b>' },
  ])('refuses %j, naming the field, when created or updated', async (fields) => {
    const { mara, id } = await organization()
    const [field = ''] = Object.keys(fields)

    for (const [path, body] of [
      ['create', { name: 'Lab', slug: `other-${mara.publicId}`, ...fields }],
      ['update', { organizationId: id, data: fields }],
    ] as const) {
      const reply = await mara.post(`/api/auth/organization/${path}`, body)
      const refused = { code: 'VALIDATION_ERROR', message: expect.stringContaining(field) }
      expect([path, reply.status, await reply.json()]).toMatchObject([path, 400, refused])
    }
  })

  it('refuses a picture of an account that is no address', async () => {
    const { mara } = await organization()

    const refused = await mara.post('/api/auth/update-user', { image: 'javascript:alert(1)' })
    const accepted = await mara.post('/api/auth/update-user', { image: 'https://example.org/mara.png' })

    expect([refused.status, accepted.status]).toEqual([400, 200])
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('picture') })
  })

  it.each([
    'limit=1e999',
    'limit=1.5',
    `offset=${'9'.repeat(30)}`,
    'offset=-1',
    'filterField=role&filterOperator=in&filterValue=owner',
    'filterField=role&filterOperator=not_in&filterValue=admin&filterValue=member',
    'sortBy=createdAt&sortDirection=desc',
  ])('lists its members for the query %s', async (query) => {
    const { mara, id } = await organization()

    const reply = await mara.get(`/api/auth/organization/list-members?organizationId=${id}&${query}`)

    expect([reply.status, await reply.json()]).toMatchObject([200, { members: [{ role: 'owner' }], total: 1 }])
  })

  it.each([
    'sortBy=user.name',
    'filterField=email&filterValue=x',
    'filterField=role&filterValue=owner&filterValue=admin',
    'filterField=role&filterOperator=in',
  ])('refuses to list its members for the query %s', async (query) => {
    const { mara, id } = await organization()

    const reply = await mara.get(`/api/auth/organization/list-members?organizationId=${id}&${query}`)

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
  })

  it('is shown with its members whatever their limit is', async () => {
    const { mara, id } = await organization()

    const reply = await mara.get(
      `/api/auth/organization/get-full-organization?organizationId=${id}&membersLimit=${'9'.repeat(30)}`,
    )

    expect([reply.status, await reply.json()]).toMatchObject([200, { members: [{ role: 'owner' }] }])
  })

  it.each(['a,b', 'owner,reader', ' owner', 'reader '])(
    'refuses the role %j, whose members would get other roles',
    async (role) => {
      const { mara, id: organizationId } = await organization()
      const permission = { ac: ['read'] }
      await mara.post('/api/auth/organization/create-role', { organizationId, role: 'reader', permission })

      const replies = [
        await mara.post('/api/auth/organization/create-role', { organizationId, role, permission }),
        await mara.post('/api/auth/organization/update-role', {
          organizationId,
          roleName: 'reader',
          data: { roleName: role },
        }),
      ]

      for (const reply of replies) {
        expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
      }
      const { rows } = await api.db.pool.query('select role from organization_role where organization_id = $1', [
        organizationId,
      ])
      expect(rows).toEqual([{ role: 'reader' }])
    },
  )
})

it('an address that is too long is refused when an account changes to it or an invitation is sent to it', async () => {
  const { mara, id: organizationId } = await organization()
  const address = `${'x'.repeat(250)}@example.org`

  const replies = {
    newEmail: await mara.post('/api/auth/change-email', { newEmail: address }),
    email: await mara.post('/api/auth/organization/invite-member', { organizationId, email: address, role: 'member' }),
  }

  for (const [field, reply] of Object.entries(replies)) {
    const message = `[${field}] Must have at most 254 characters.`
    expect([reply.status, await reply.json()]).toEqual([400, { code: 'VALIDATION_ERROR', message }])
  }
})
