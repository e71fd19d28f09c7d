import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
type Client = Awaited<ReturnType<typeof api.signUp>>

let stranger: Client
let lab: { id: string; slug: string }

beforeAll(async () => {
  const [owner, other] = await Promise.all([api.signUp(), api.signUp()])
  stranger = other
  lab = await hasOrganization(owner, 'Rhine Lab')
})

const asks = (path: string, input: Record<string, string>) =>
  /^(get|list)-/.test(path)
    ? stranger.get(`/api/auth/organization/${path}?${new URLSearchParams(input)}`)
    : stranger.post(`/api/auth/organization/${path}`, { role: 'member', email: 'x@example.org', name: 'x', ...input })

describe('an organization', () => {
  it.each([
    'get-organization',
    'get-full-organization',
    'set-active',
    'list-members',
    'list-invitations',
    'list-roles',
    'list-teams',
    'invite-member',
    'create-team',
    'update',
    'leave',
    'delete',
  ])('sec/E5 looks to others like one that does not exist, in %s', async (path) => {
    for (const [field, real] of [
      ['organizationId', lab.id],
      ['organizationSlug', lab.slug],
    ] as const) {
      const replies = [await asks(path, { [field]: real }), await asks(path, { [field]: 'none-has-this' })]

      const [foreign, missing] = await Promise.all(replies.map(async (reply) => [reply.status, await reply.text()]))
      expect([field, foreign]).toEqual([field, missing])
      expect(foreign?.[0]).toBeGreaterThanOrEqual(400)
    }
  })

  it('sec/E5 cannot be found by checking whether its slug is taken', async () => {
    for (const slug of [lab.slug, 'none-has-this']) {
      expect((await asks('check-slug', { slug })).status).toBe(404)
    }
  })
})
