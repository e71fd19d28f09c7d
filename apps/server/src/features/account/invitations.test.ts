import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
let owner: Awaited<ReturnType<typeof api.signUp>>
let lab: { id: string }

beforeAll(async () => {
  owner = await api.signUp({ name: 'Jonas' })
  lab = await hasOrganization(owner, 'Rhine Lab')
})

type Client = Awaited<ReturnType<typeof api.signUp>>

async function invites(guest: Client, role: unknown = 'member', by = owner): Promise<string> {
  const reply = await by.post('/api/auth/organization/invite-member', { email: guest.person.email, role })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as { id: string }).id
}

const looks = (client: Client, id: string) => client.get(`/api/auth/organization/get-invitation?id=${id}`)
const answers = (client: Client, id: string, more: object = {}, way = 'accept') =>
  client.post(`/api/auth/organization/${way}-invitation`, { invitationId: id, ...more })

async function membership(client: Client) {
  const { rows } = await api.db.pool.query('select organization_id, role from member where user_id = $1', [
    client.userId,
  ])
  return rows
}

describe('an invitation', () => {
  it('INV17 is shown to its recipient and accepted once', async () => {
    const guest = await api.signUp()
    const id = await invites(guest)

    expect(await (await looks(guest, id)).json()).toMatchObject({
      organizationName: 'Rhine Lab',
      role: 'member',
      inviterName: 'Jonas',
    })
    const replies = await Promise.all(Array.from({ length: 10 }, () => answers(guest, id)))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(await membership(guest)).toEqual([{ organization_id: lab.id, role: 'member' }])
  })

  it('sec/D7 is not found for other users', async () => {
    const [guest, stranger] = await Promise.all([api.signUp(), api.signUp()])
    const id = await invites(guest)
    const over = await invites(await api.signUp())
    await owner.post('/api/auth/organization/cancel-invitation', { invitationId: over })

    for (const way of [looks, answers, (client: Client, at: string) => answers(client, at, {}, 'reject')]) {
      const [foreign, ended, none] = await Promise.all([way(stranger, id), way(stranger, over), way(stranger, 'x')])
      expect([foreign.status, ended.status]).toEqual([404, 404])
      const words = await none.text()
      expect([await foreign.text(), await ended.text()]).toEqual([words, words])
    }
    expect((await api.anonymous().get(`/api/auth/organization/get-invitation?id=${id}`)).status).toBe(401)
    expect(await membership(stranger)).toEqual([])
    expect((await answers(guest, id)).status).toBe(200)
  })

  it('sec/D5 no longer works once it has expired or was revoked or declined, and tells its recipient why', async () => {
    const ends = {
      'has expired': (id: string) =>
        api.db.pool.query(`update invitation set expires_at = now() - interval '1 second' where id = $1`, [id]),
      'was canceled': (id: string) => owner.post('/api/auth/organization/cancel-invitation', { invitationId: id }),
    }

    for (const [words, end] of Object.entries(ends)) {
      const guest = await api.signUp()
      const id = await invites(guest)
      await end(id)
      for (const reply of [await looks(guest, id), await answers(guest, id)]) {
        expect([reply.status, await reply.json()]).toEqual([
          410,
          { code: 'INVITATION_ENDED', message: `The invitation to Rhine Lab ${words}. Ask Jonas for a new one.` },
        ])
      }
      expect(await membership(guest)).toEqual([])
    }
  })

  it('sec/D5 grants the role it was created with, regardless of the request that accepts it', async () => {
    const guest = await api.signUp()
    const id = await invites(guest)
    const other = await hasOrganization(await api.signUp(), 'Other Lab')

    const reply = await answers(guest, id, {
      role: 'owner',
      organizationId: other.id,
      teamId: 'x',
      email: 'x@example.org',
    })

    expect(reply.status).toBe(200)
    expect(await membership(guest)).toEqual([{ organization_id: lab.id, role: 'member' }])
  })

  it('sec/D5 is created by owners and admins, for roles not above their own', async () => {
    const [admin, member, guest] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    await answers(admin, await invites(admin, 'admin'))
    await answers(member, await invites(member))
    const asks = (by: Client, role: unknown) =>
      by.post('/api/auth/organization/invite-member', { email: guest.person.email, role, organizationId: lab.id })

    expect((await asks(member, 'member')).status).toBe(403)
    for (const role of ['owner', ['owner'], ['member', 'owner'], 'member,owner', ' owner', 'OWNER', 'nobody', '']) {
      expect([role, (await asks(admin, role)).status]).toEqual([role, expect.toBeOneOf([400, 403])])
    }
    expect((await asks(admin, 'member')).status).toBe(200)
    const { rows } = await api.db.pool.query('select role from invitation where email = $1', [guest.person.email])
    expect(rows).toEqual([{ role: 'member' }])
  })
})
