import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()

it('the members of each team are listed for all members of the organization and nobody else', async () => {
  const [mara, jonas, stranger] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
  const lab = await hasOrganization(mara)
  await joins(mara, jonas)
  const created = await mara.post('/api/auth/organization/create-team', { name: 'Gauges', organizationId: lab.id })
  const { id: teamId } = (await created.json()) as { id: string }
  await mara.post('/api/auth/organization/add-team-member', { teamId, userId: jonas.userId, organizationId: lab.id })
  const teams = async (client: typeof mara) => {
    const reply = await client.get(`/api/auth/organization/get-full-organization?organizationId=${lab.id}`)
    return { status: reply.status, ...((await reply.json()) as { teams?: { name: string; userIds: string[] }[] }) }
  }

  for (const member of [mara, jonas]) {
    const gauges = (await teams(member)).teams?.find(({ name }) => name === 'Gauges')
    expect(gauges?.userIds).toEqual([jonas.userId])
  }
  expect(await teams(stranger)).toMatchObject({ status: 404, code: 'ORGANIZATION_NOT_FOUND' })
})

it('an organization starts without teams, and can delete its last one', async () => {
  const mara = await api.signUp()
  const lab = await hasOrganization(mara)
  const teams = () => mara.read<object[]>(`/api/auth/organization/list-teams?organizationId=${lab.id}`)
  const before = await teams()
  const created = await mara.post('/api/auth/organization/create-team', { name: 'Gauges', organizationId: lab.id })
  const { id: teamId } = (await created.json()) as { id: string }

  const removed = await mara.post('/api/auth/organization/remove-team', { teamId, organizationId: lab.id })

  expect([before, removed.status, await teams()]).toEqual([[], 200, []])
})
