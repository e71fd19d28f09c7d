import { LIMITS } from '@millrace/contracts/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
type Member = Awaited<ReturnType<typeof api.signUp>>
type Role = 'owner' | 'admin' | 'member' | 'stranger'

let lab: { id: string }
const people = {} as Record<Role, Member>

async function joinsAs(owner: Member, guest: Member, role: string, organizationId: string): Promise<void> {
  const invited = await owner.post('/api/auth/organization/invite-member', {
    email: guest.person.email,
    role,
    organizationId,
  })
  const { id } = (await invited.json()) as { id: string }
  const accepted = await guest.post('/api/auth/organization/accept-invitation', { invitationId: id })
  expect(accepted.status, await accepted.clone().text()).toBe(200)
}

beforeAll(async () => {
  const [owner, admin, member, stranger] = await Promise.all([api.signUp(), api.signUp(), api.signUp(), api.signUp()])
  Object.assign(people, { owner, admin, member, stranger })
  lab = await hasOrganization(owner, 'Rhine Lab')
  await joinsAs(owner, admin, 'admin', lab.id)
  await joinsAs(owner, member, 'member', lab.id)
  await hasOrganization(stranger, 'Other Lab')
})

const organizationId = () => lab.id

/** Actions in an organization, the roles that may perform them, and their requests. */
const RULES: [what: string, mayDo: Role[], path: string, body: () => Promise<object> | object][] = [
  ['rename it', ['owner', 'admin'], 'update', () => ({ data: { name: 'Rhine Lab' } })],
  [
    'invite',
    ['owner', 'admin'],
    'invite-member',
    () => ({ email: `${crypto.randomUUID()}@example.org`, role: 'member' }),
  ],
  ['create a team', ['owner', 'admin'], 'create-team', () => ({ name: `Team ${crypto.randomUUID()}` })],
  [
    'create a role',
    ['owner', 'admin'],
    'create-role',
    () => ({ role: `role-${crypto.randomUUID()}`, permission: { team: ['create'] } }),
  ],
  [
    'revoke an invitation',
    ['owner', 'admin'],
    'cancel-invitation',
    async () => {
      const email = `${crypto.randomUUID()}@example.org`
      const reply = await people.owner.post('/api/auth/organization/invite-member', {
        email,
        role: 'member',
        organizationId: lab.id,
      })
      return { invitationId: ((await reply.json()) as { id: string }).id }
    },
  ],
  [
    'change a role',
    ['owner', 'admin'],
    'update-member-role',
    async () => ({ memberId: await newMember(), role: 'admin' }),
  ],
  ['remove a member', ['owner', 'admin'], 'remove-member', async () => ({ memberIdOrEmail: await newMember() })],
]

async function newMember(): Promise<string> {
  const guest = await api.signUp()
  await joinsAs(people.owner, guest, 'member', lab.id)
  const { rows } = await api.db.pool.query('select id from member where user_id = $1', [guest.userId])
  return rows[0].id
}

const roles: Role[] = ['owner', 'admin', 'member', 'stranger']

describe('administrators of the server', () => {
  it('sec/E7 cannot all step down, even when two step down or ban each other at the same time', async () => {
    for (const [path, body] of [
      ['set-role', { role: 'user' }],
      ['ban-user', {}],
      ['remove-user', {}],
    ] as const) {
      const [ada, ben] = await Promise.all([api.signUp(), api.signUp()])
      await api.db.pool.query(`update "user" set role = 'admin', banned = false where id = any($1)`, [
        [ada.userId, ben.userId],
      ])
      await api.db.pool.query(`update "user" set role = 'user' where role = 'admin' and id <> all($1)`, [
        [ada.userId, ben.userId],
      ])
      await Promise.all([ada, ben].map((one) => one.post('/api/auth/sign-in/email', one.person)))

      const replies = await Promise.all([
        ada.post(`/api/auth/admin/${path}`, { userId: ben.userId, ...body }),
        ben.post(`/api/auth/admin/${path}`, { userId: ada.userId, ...body }),
      ])

      expect(replies.filter((reply) => reply.status >= 500)).toEqual([])
      const { rowCount } = await api.db.pool.query(`select 1 from "user" where role = 'admin' and banned is not true`)
      expect([path, rowCount]).toEqual([path, expect.toBeOneOf([1, 2])])
    }
  })
})

describe('the roles of an organization', () => {
  it.each(RULES)('sec/E7 decide who may %s', async (_what, mayDo, path, body) => {
    for (const role of roles) {
      const given = await body()
      const reply = await people[role].post(`/api/auth/organization/${path}`, {
        organizationId: organizationId(),
        ...given,
      })
      const may = reply.status === 200
      expect([role, may, await reply.text()]).toEqual([role, mayDo.includes(role), expect.any(String)])
      expect(reply.status).toBeLessThan(500)
    }
  })

  it('sec/E7 let only owners delete it and appoint or demote owners', async () => {
    const { rows } = await api.db.pool.query('select id from member where user_id = $1', [people.owner.userId])
    const ownersId = rows[0].id
    for (const role of ['admin', 'member', 'stranger'] as const) {
      const asks = (path: string, body: object) => people[role].post(`/api/auth/organization/${path}`, body)
      const replies = [
        await asks('delete', { organizationId: lab.id }),
        await asks('update-member-role', { memberId: ownersId, role: 'member', organizationId: lab.id }),
        await asks('remove-member', { memberIdOrEmail: people.owner.person.email, organizationId: lab.id }),
        await asks('update-member-role', { memberId: await newMember(), role: 'owner', organizationId: lab.id }),
      ]
      for (const reply of replies) expect(reply.status).toBeOneOf([400, 403, 404])
    }
    const { rowCount } = await api.db.pool.query(`select 1 from member where organization_id = $1 and role = 'owner'`, [
      lab.id,
    ])
    expect(rowCount).toBe(1)
  })

  it('sec/E7 cannot include rights that their creator lacks', async () => {
    const beyond = { role: 'kings', permission: { organization: ['delete'], ac: ['create'], member: ['create'] } }

    const reply = await people.admin.post('/api/auth/organization/create-role', { organizationId: lab.id, ...beyond })

    expect(reply.status).toBeOneOf([400, 403])
  })

  it('sec/E7 never leave it without an owner, even when two step down at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = await Promise.all([api.signUp(), api.signUp()])
      const own = await hasOrganization(first, 'Two owners')
      await joinsAs(first, second, 'owner', own.id)
      const ids = await Promise.all(
        [first, second].map(async ({ userId }) => {
          const { rows } = await api.db.pool.query('select id from member where user_id = $1', [userId])
          return rows[0].id as string
        }),
      )

      const replies = await Promise.all([
        first.post('/api/auth/organization/update-member-role', {
          memberId: ids[0],
          role: 'member',
          organizationId: own.id,
        }),
        second.post('/api/auth/organization/update-member-role', {
          memberId: ids[1],
          role: 'member',
          organizationId: own.id,
        }),
        first.post('/api/auth/organization/leave', { organizationId: own.id }),
        second.post('/api/auth/organization/leave', { organizationId: own.id }),
        first.post('/api/auth/organization/remove-member', { memberIdOrEmail: ids[1], organizationId: own.id }),
        second.post('/api/auth/organization/remove-member', { memberIdOrEmail: ids[0], organizationId: own.id }),
      ])

      const { rowCount } = await api.db.pool.query(
        `select 1 from member where organization_id = $1 and role = 'owner'`,
        [own.id],
      )
      expect(rowCount).toBeGreaterThan(0)
      expect(replies.filter((reply) => reply.status >= 500)).toEqual([])
    }
  })
})

it('sec/J1 sec/J9 limits the organizations that an account owns, but not those it is a member of', async () => {
  const [founder, guest] = await Promise.all([api.signUp(), api.signUp()])
  for (let nth = 1; nth < LIMITS.organizationsMax; nth++) await hasOrganization(founder)
  const owned = async () =>
    (await api.db.pool.query(`select from member where user_id = $1 and role = 'owner'`, [founder.userId])).rowCount

  const parallel = await Promise.all(
    [1, 2, 3, 4].map((nth) =>
      founder.post('/api/auth/organization/create', { name: 'At once', slug: `at-once-${nth}` }),
    ),
  )
  expect(parallel.map(({ status }) => status)).toEqual(parallel.map(() => expect.toBeOneOf([200, 403])))
  expect(await owned()).toBeLessThanOrEqual(LIMITS.organizationsMax)

  await api.db.pool.query(`delete from organization where slug like 'at-once-%'`)
  const last = await hasOrganization(founder)
  await joinsAs(founder, guest, 'member', last.id)

  const refused = await founder.post('/api/auth/organization/create', { name: 'One more', slug: 'one-more' })

  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({
    code: 'LIMIT_REACHED',
    message: `You can own up to ${LIMITS.organizationsMax} organizations. First delete one or transfer one to another member.`,
  })
  expect((await guest.post('/api/auth/organization/create', { name: 'One more', slug: 'one-more' })).status).toBe(200)
})

it.each([
  ['teams', LIMITS.teamsMax, 'team (id, name, organization_id)', 'create-team', { name: 'One more' }],
  [
    'custom roles',
    LIMITS.customRolesMax,
    'organization_role (id, role, organization_id, permission)',
    'create-role',
    { role: 'one-more', permission: { team: ['create'] } },
  ],
])('sec/J1 limits the %s of an organization', async (what, most, columns, path, body) => {
  const founder = await api.signUp()
  const { id } = await hasOrganization(founder)
  const permission = columns.includes('permission') ? `, '{"team":["create"]}'` : ''
  await api.db.pool.query(
    `insert into ${columns} select gen_random_uuid()::text, 'nth ' || n, $1${permission} from generate_series(2, $2) n`,
    [id, most],
  )
  const adds = () => founder.post(`/api/auth/organization/${path}`, { organizationId: id, ...body })

  const last = await adds()
  const refused = await adds()

  expect([last.status, refused.status]).toEqual([200, 403])
  expect(await refused.json()).toMatchObject({
    message: `An organization can have up to ${most} ${what}. Delete one first.`,
  })
})
