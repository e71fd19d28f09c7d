import { expect } from 'vitest'
import type { TestApi } from './api.ts'

type Member = Awaited<ReturnType<TestApi['signUp']>>

/** Creates a new organization, which becomes active for its owner. */
export async function hasOrganization(
  owner: Member,
  name = 'Rhine Lab',
): Promise<{ id: string; publicId: string; slug: string }> {
  const reply = await owner.post('/api/auth/organization/create', { name, slug: `lab-${crypto.randomUUID()}` })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as { id: string; publicId: string; slug: string }
}

/** Adds a user to the owner's active organization, and makes the organization active for that user. */
export async function joins(owner: Member, member: Member): Promise<void> {
  const invited = await owner.post('/api/auth/organization/invite-member', {
    email: member.person.email,
    role: 'member',
  })
  const { id } = (await invited.json()) as { id: string }
  const accepted = await member.post('/api/auth/organization/accept-invitation', { invitationId: id })
  expect(accepted.status, await accepted.clone().text()).toBe(200)
}

/** Switches to an organization or, with null, to the user's own context. */
export async function actsIn(member: Member, organizationId: string | null): Promise<void> {
  const reply = await member.post('/api/auth/organization/set-active', { organizationId })
  expect(reply.status, await reply.clone().text()).toBe(200)
}

export async function mayRegisterSteps(api: TestApi, subject: { publicId: string }): Promise<void> {
  await api.db.pool.query(
    `insert into account_grant (id, subject_id, grant_id) values (gen_random_uuid(), $1, 'codeContributor')`,
    [subject.publicId],
  )
}
