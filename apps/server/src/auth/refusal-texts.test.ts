import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
type Client = Awaited<ReturnType<typeof api.signUp>>

async function checked(client: Client, path: string, permissions: object) {
  const reply = await client.post(`/api/auth/${path}/has-permission`, { permissions })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return reply.json() as Promise<{ success: boolean; error: string | null }>
}

it('the check of a permission in an organization says why it is refused, for built-in and custom roles', async () => {
  const [owner, member, inviter] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
  const lab = await hasOrganization(owner, 'Rhine Lab')
  await owner.post('/api/auth/organization/create-role', { role: 'inviter', permission: { invitation: ['create'] } })
  for (const guest of [member, inviter]) {
    await joins(owner, guest)
    await guest.post('/api/auth/organization/set-active', { organizationId: lab.id })
  }
  await api.db.pool.query(`update member set role = 'inviter' where user_id = $1`, [inviter.userId])
  const found = (client: Client, permissions: object) => checked(client, 'organization', permissions)
  const unknown = 'You are not allowed to access resource: billing'

  expect(await found(owner, { team: ['create'] })).toEqual({ success: true, error: null })
  expect(await found(owner, { billing: ['read'] })).toEqual({ success: false, error: unknown })
  expect(await found(owner, {})).toEqual({ success: false, error: 'Not authorized' })
  expect(await found(member, { ac: ['read'] })).toEqual({ success: true, error: null })
  expect(await found(member, { team: ['create'] })).toEqual({
    success: false,
    error: 'unauthorized to access resource "team"',
  })
  expect(await found(inviter, { invitation: ['create'] })).toEqual({ success: true, error: null })
  expect(await found(inviter, { invitation: ['cancel'] })).toEqual({
    success: false,
    error: 'unauthorized to access resource "invitation"',
  })
  expect(await found(inviter, { team: ['create'] })).toEqual({
    success: false,
    error: 'You are not allowed to access resource: team',
  })
})

it('the check of a permission in an organization considers all roles of a member', async () => {
  const [owner, member] = await Promise.all([api.signUp(), api.signUp()])
  const { id: organizationId } = await hasOrganization(owner, 'Rhine Lab')
  const permission = { invitation: ['create'] }
  await owner.post('/api/auth/organization/create-role', { role: 'inviter', permission })
  await joins(owner, member)
  await member.post('/api/auth/organization/set-active', { organizationId })
  await api.db.pool.query(`update member set role = 'member,inviter' where user_id = $1`, [member.userId])
  const found = (permissions: object) => checked(member, 'organization', permissions)

  expect(await found({ ac: ['read'] })).toEqual({ success: true, error: null })
  expect(await found({ invitation: ['create'] })).toEqual({ success: true, error: null })
  expect(await found({ invitation: ['create'], team: ['create'] })).toEqual({
    success: false,
    error: 'unauthorized to access resource "team"',
  })
  expect(await found({ ac: ['read'], invitation: ['create'] })).toEqual({
    success: false,
    error: 'No single role has all of these permissions',
  })
})

it('the check of a global permission says why it is refused', async () => {
  const mara = await api.signUp()
  const refused = 'unauthorized to access resource "user"'

  expect(await checked(mara, 'admin', { user: ['ban'] })).toEqual({ success: false, error: refused })
  expect(await checked(api.administrator, 'admin', { user: ['ban'] })).toEqual({ success: true, error: null })
})
