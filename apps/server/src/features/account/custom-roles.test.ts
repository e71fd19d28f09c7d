import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testApi } from '#testing/api.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
type Client = Awaited<ReturnType<typeof api.signUp>>
type Permissions = Record<string, string[]>

const EVERYTHING: Permissions = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  ac: ['create', 'read', 'update', 'delete'],
}
const { organization: _, ...RUNNING } = EVERYTHING

/** The permissions of the test’s members by role. Roles other than owner and admin are custom roles. */
const HELD: Record<string, Permissions> = {
  owner: EVERYTHING,
  admin: { organization: ['update'], ...RUNNING },
  promoter: { member: ['update'] },
  remover: { member: ['delete'] },
  recruiter: { invitation: ['create'] },
  'role author': { ac: ['create', 'update', 'read'] },
  deputy: EVERYTHING,
}

/** The permission of the built-in role `member`, which every member may grant. */
const BASIC = 'ac:read'

/** The roles that members try to give, each with the permissions that it has or would get. */
const GIVEN: Record<string, Permissions> = {
  owner: EVERYTHING,
  admin: { organization: ['update'], ...RUNNING },
  dissolver: { organization: ['delete'] },
  promoter: { member: ['update'] },
  recruiter: { invitation: ['create'] },
  reader: { ac: ['read'] },
}
const CUSTOM = Object.keys(GIVEN).filter((role) => role !== 'owner' && role !== 'admin')

const people = {} as Record<string, Client>
let lab: { id: string }
let target: Client

const posts = (by: Client, path: string, body: object) =>
  by.post(`/api/auth/organization/${path}`, { organizationId: lab.id, ...body })
const query = async (sql: string, ...values: unknown[]) => (await api.db.pool.query(sql, values)).rows
const memberOf = async (client: Client) =>
  (await query('select id, role from member where user_id = $1', client.userId))[0] as { id: string; role: string }
const rejoins = (client: Client, id: string) =>
  query(
    'insert into member (id, organization_id, user_id, role, created_at) values ($1, $2, $3, $4, now())',
    ...[id, lab.id, client.userId, 'member'],
  )
const setRole = (client: Client, role: string) =>
  query('update member set role = $2 where user_id = $1', client.userId, role)
const roles = () =>
  query('select id, role, permission from organization_role where organization_id = $1 order by id', lab.id)
const restore = (rows: Awaited<ReturnType<typeof roles>>) =>
  query(
    `update organization_role r set role = was.role, permission = was.permission
     from json_to_recordset($1) as was(id text, role text, permission text) where r.id = was.id`,
    JSON.stringify(rows),
  )

beforeAll(async () => {
  const owner = await api.signUp()
  lab = await hasOrganization(owner)
  people.owner = owner
  const custom = Object.entries({ ...HELD, ...GIVEN }).filter(([role]) => role !== 'owner' && role !== 'admin')
  for (const [role, permission] of custom) {
    expect((await posts(owner, 'create-role', { role, permission })).status).toBe(200)
  }
  for (const role of Object.keys(HELD).filter((name) => name !== 'owner')) {
    const client = await api.signUp()
    await joins(owner, client)
    await setRole(client, role)
    people[role] = client
  }
  target = await api.signUp()
  await joins(owner, target)
})

beforeEach(async () => {
  await setRole(target, 'member')
})

const holds = (giver: string, given: Permissions) =>
  Object.entries(given).every(([resource, actions]) =>
    actions.every((action) => `${resource}:${action}` === BASIC || HELD[giver]?.[resource]?.includes(action)),
  )
const mayGive = (giver: string, role: string) =>
  holds(giver, GIVEN[role] ?? {}) && (role !== 'owner' || giver === 'owner')

const everyone = Object.keys(HELD)

describe('a member', () => {
  it.each(everyone)('sec/E7 with the role %s can give others only roles without further permissions', async (giver) => {
    for (const role of Object.keys(GIVEN)) {
      const { id } = await memberOf(target)
      const expected = holds(giver, { member: ['update'] }) && mayGive(giver, role)

      const reply = await posts(people[giver] as Client, 'update-member-role', { memberId: id, role })

      expect([role, reply.status, (await memberOf(target)).role]).toEqual([
        role,
        expected ? 200 : 403,
        expected ? role : 'member',
      ])
      await setRole(target, 'member')
    }
  })

  it.each(everyone.filter((role) => role !== 'owner'))(
    'sec/E7 with the role %s cannot promote themselves',
    async (giver) => {
      const self = people[giver] as Client
      const { id } = await memberOf(self)

      for (const role of Object.keys(GIVEN).filter((name) => !mayGive(giver, name))) {
        for (const asked of [role, [giver, role], `${giver}, ${role}`, `member,${role}`]) {
          const reply = await posts(self, 'update-member-role', { memberId: id, role: asked })
          expect([asked, reply.status, (await memberOf(self)).role]).toEqual([asked, 403, giver])
        }
      }
    },
  )

  it.each(everyone)(
    'sec/E7 with the role %s can take from others only roles without further permissions',
    async (giver) => {
      for (const role of Object.keys(GIVEN)) {
        await setRole(target, role)
        const { id } = await memberOf(target)
        const may = (permission: Permissions) => holds(giver, permission) && mayGive(giver, role)
        const demoted = may({ member: ['update'] })
        const removed = may({ member: ['delete'] })

        const demotion = await posts(people[giver] as Client, 'update-member-role', { memberId: id, role: 'member' })
        expect([role, demotion.status, (await memberOf(target)).role]).toEqual([
          role,
          demoted ? 200 : 403,
          demoted ? 'member' : role,
        ])

        await setRole(target, role)
        for (const memberIdOrEmail of [target.person.email.toUpperCase(), id]) {
          if (!(await memberOf(target))) break
          const removal = await posts(people[giver] as Client, 'remove-member', { memberIdOrEmail })
          expect([role, removal.ok, await memberOf(target)]).toEqual([
            role,
            removed,
            removed ? undefined : { id, role },
          ])
        }
        if (removed) await rejoins(target, id)
      }
    },
  )

  it.each(everyone)(
    'sec/D5 with the role %s can invite others only to roles without further permissions',
    async (giver) => {
      for (const role of Object.keys(GIVEN)) {
        const email = `${crypto.randomUUID()}@example.org`
        const expected = holds(giver, { invitation: ['create'] }) && mayGive(giver, role)

        const reply = await posts(people[giver] as Client, 'invite-member', { email, role: ['member', role] })
        const plain = await posts(people[giver] as Client, 'invite-member', { email, role })

        expect([role, reply.status, plain.status]).toEqual([role, expected ? 200 : 403, expected ? 200 : 403])
        expect(await query('select 1 from invitation where email = $1', email)).toHaveLength(expected ? 2 : 0)
      }
    },
  )

  it.each(everyone)('sec/E7 with the role %s can create only roles without further permissions', async (giver) => {
    for (const [name, permission] of Object.entries(GIVEN)) {
      const before = await roles()
      const expected = holds(giver, { ac: ['create'] }) && holds(giver, permission)

      const role = `${name} ${giver}`
      const reply = await posts(people[giver] as Client, 'create-role', { role, permission })

      expect([name, reply.status]).toEqual([name, expected ? 200 : 403])
      expect((await roles()).length).toBe(before.length + (expected ? 1 : 0))
    }
  })

  it.each(everyone)('sec/E7 with the role %s can change only roles that have no further permissions', async (giver) => {
    const changes = [
      ...CUSTOM.map((roleName) => ({ roleName, data: { roleName: `${roleName} 2` } })),
      ...CUSTOM.map((roleName) => ({ roleName, data: { permission: { ac: ['read'] } } })),
      ...Object.values(GIVEN).map((permission) => ({ roleName: 'reader', data: { permission } })),
    ]
    for (const change of changes) {
      const before = await roles()
      const touched = { ...GIVEN[change.roleName], ...('permission' in change.data ? change.data.permission : {}) }
      const expected =
        holds(giver, { ac: ['update'] }) && holds(giver, touched) && holds(giver, GIVEN[change.roleName] ?? {})

      const reply = await posts(people[giver] as Client, 'update-role', change)

      expect([change, reply.status, JSON.stringify(await roles()) !== JSON.stringify(before)]).toEqual([
        change,
        expected ? 200 : 403,
        expected && JSON.stringify(change.data) !== JSON.stringify({ permission: GIVEN[change.roleName] }),
      ])
      await restore(before)
    }
  })

  it('sec/E7 cannot gain permissions by renaming another role to the name of their own role', async () => {
    const admin = people.admin as Client
    await setRole(target, 'reader')
    expect((await posts(admin, 'update-role', { roleName: 'reader', data: { roleName: 'old reader' } })).status).toBe(
      200,
    )

    const reply = await posts(admin, 'update-role', { roleName: 'dissolver', data: { roleName: 'reader' } })

    expect([reply.status, await reply.json()]).toEqual([
      403,
      {
        code: 'PERMISSION_NOT_HELD',
        message: 'You can grant or revoke only permissions that you have. You don’t have organization:delete.',
      },
    ])
    expect((await posts(target, 'delete', {})).status).toBe(403)
  })

  it('sec/D5 cannot renew an invitation to a role with further permissions', async () => {
    const email = `${crypto.randomUUID()}@example.org`
    expect((await posts(people.owner as Client, 'invite-member', { email, role: 'dissolver' })).status).toBe(200)
    const before = await query('select * from invitation where email = $1', email)

    for (const giver of ['admin', 'recruiter']) {
      const role = giver === 'admin' ? 'member' : 'recruiter'
      expect((await posts(people[giver] as Client, 'invite-member', { email, role, resend: true })).status).toBe(403)
    }

    expect(await query('select * from invitation where email = $1', email)).toEqual(before)
  })

  it('sec/E7 gets no role from any other endpoint', async () => {
    const body = { userId: target.userId, role: 'owner', email: target.person.email }
    for (const path of ['add-member', 'update-member', 'create-invitation', 'members', 'member']) {
      expect([path, (await posts(people.admin as Client, path, body)).status]).toEqual([path, 404])
    }
  })
})

describe('the auth library', () => {
  it('sec/E7 has no other organization endpoint that takes a role or permissions', () => {
    const takers = Object.values(
      api.accounts.auth.api as Record<string, { path?: string; options?: { body?: z.ZodType } }>,
    )
      .filter(({ path }) => path?.startsWith('/organization/'))
      .filter(({ options }) =>
        /"(role|permissions?)"/.test(
          JSON.stringify(z.toJSONSchema(options?.body ?? z.never(), { unrepresentable: 'any', io: 'input' })),
        ),
      )
      .map(({ path }) => path)

    expect(takers.sort()).toEqual([
      '/organization/create-role',
      '/organization/has-permission',
      '/organization/invite-member',
      '/organization/update-member-role',
      '/organization/update-role',
    ])
  })
})
