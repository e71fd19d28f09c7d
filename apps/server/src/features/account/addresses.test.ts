import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()

const signsUp = (email: string, name = 'Mara') =>
  api.anonymous().post('/api/auth/sign-up/email', { email, name, password: PASSWORD })
const signsIn = (email: string) => api.anonymous().post('/api/auth/sign-in/email', { email, password: PASSWORD })
const accounts = async () => Number((await api.db.pool.query('select count(*) from "user"')).rows[0].count)

/** Without these rules, two accounts could have addresses that look the same or differ only in case. */
describe('an email address', () => {
  it('identifies the same account in upper and lower case: it signs in, and cannot be taken a second time', async () => {
    const email = `mara.${randomUUID()}@example.org`
    expect((await signsUp(email)).status).toBe(200)
    const before = await accounts()

    const [again, signedIn] = [await signsUp(email.toUpperCase()), await signsIn(email.toUpperCase())]

    expect([again.status, signedIn.status]).toEqual([422, 200])
    expect(await accounts()).toBe(before)
  })

  it.each([
    ['a composed letter', 'jos\u00e9@example.org'],
    ['the same letter as two characters', 'jose\u0301@example.org'],
    ['full-width letters', '\uff4d\uff41\uff52\uff41@example.org'],
    ['a Cyrillic letter that looks Latin', 'm\u0430ra@example.org'],
    ['a sign that case folding makes Latin', 'mar\u212a@example.org'],
    ['an invisible character', 'ma\u200bra@example.org'],
    ['more characters than mail servers accept', `${'m'.repeat(255)}@example.org`],
  ])('cannot contain %s', async (_what, email) => {
    const before = await accounts()

    const reply = await signsUp(email)

    expect(reply.status).toBe(400)
    expect(await accounts()).toBe(before)
  })

  it('in an invitation matches in upper and lower case', async () => {
    const [owner, guest] = await Promise.all([api.signUp(), api.signUp()])
    await hasOrganization(owner)
    const invited = await owner.post('/api/auth/organization/invite-member', {
      email: guest.person.email.toUpperCase(),
      role: 'member',
    })
    const { id } = (await invited.json()) as { id: string }

    const reply = await guest.post('/api/auth/organization/accept-invitation', { invitationId: id })

    expect([invited.status, reply.status]).toEqual([200, 200])
  })
})

describe('an invitation of a deleted organization', () => {
  it('is not found, and can no longer be accepted', async () => {
    const [owner, guest] = await Promise.all([api.signUp(), api.signUp()])
    const { id: organizationId } = await hasOrganization(owner)
    const invited = await owner.post('/api/auth/organization/invite-member', {
      email: guest.person.email,
      role: 'member',
    })
    const { id } = (await invited.json()) as { id: string }
    expect((await owner.post('/api/auth/organization/delete', { organizationId })).status).toBe(200)

    const [seen, accepted] = [
      await guest.get(`/api/auth/organization/get-invitation?id=${id}`),
      await guest.post('/api/auth/organization/accept-invitation', { invitationId: id }),
    ]

    expect([seen.status, accepted.status]).toEqual([404, 404])
    const { rows } = await api.db.pool.query('select 1 from member where user_id = $1', [guest.userId])
    expect(rows).toEqual([])
  })
})

describe('a name', () => {
  it.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['a control character', 'Mara\u0007Lind'],
    ['a line break', 'Mara\nLind'],
    ['a character that reverses the text', 'Mara\u202eLind'],
    ['nothing but spaces', '   '],
  ])('of a user or organization cannot be %s', async (_what, name) => {
    const mara = await api.signUp({ name: 'Mara Lind' })
    const before = await accounts()

    const replies = [
      await signsUp(`${randomUUID()}@example.org`, name),
      await mara.post('/api/auth/update-user', { name }),
      await mara.post('/api/auth/organization/create', { name, slug: randomUUID() }),
      await api.administrator.post('/api/admin/users', { name, email: `${randomUUID()}@example.org` }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, expect.toBeOneOf([400, 422])])
    expect(await accounts()).toBe(before)
    expect(await mara.read('/api/auth/get-session')).toMatchObject({ user: { name: 'Mara Lind' } })
  })
})
