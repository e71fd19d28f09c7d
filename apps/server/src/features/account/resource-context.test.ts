import type { ResourceContext } from '@millrace/contracts/account'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()

const contextFor = (client: ReturnType<typeof api.anonymous>, href: string) =>
  client.get(`/api/account/context?url=${encodeURIComponent(new URL(href).pathname)}`)

describe('the context of a resource', () => {
  it('is the organization that owns it, for its members, whichever context is active', async () => {
    const [olga, mara] = await Promise.all([api.signUp(), api.signUp()])
    const lab = await hasOrganization(olga)
    await joins(olga, mara)
    const href = await uploads(olga, 'gauges.csv')
    await actsIn(mara, null)

    const found = (await (await contextFor(mara, href)).json()) as ResourceContext
    expect((await mara.get(new URL(href).pathname)).status).toBe(404)
    await actsIn(mara, found.organizationId)

    expect(found.organizationId).toBe(lab.id)
    expect((await mara.get(new URL(href).pathname)).status).toBe(200)
  })

  it('is the user’s own context for the user’s own resources', async () => {
    const mara = await api.signUp()
    const href = await uploads(mara, 'gauges.csv')
    await hasOrganization(mara)

    expect(await (await contextFor(mara, href)).json()).toEqual({ organizationId: null })
  })

  it('sec/E5 reveals nothing about others’ resources: neither that one exists nor whose it is', async () => {
    const [olga, stranger] = await Promise.all([api.signUp(), api.signUp()])
    await hasOrganization(olga)
    const href = await uploads(olga, 'gauges.csv')
    const missing = `http://localhost:3000/api/WorkData/${api.deps.newId()}`

    const [foreign, none] = [await contextFor(stranger, href), await contextFor(stranger, missing)]
    const words = async (reply: Response) => {
      const { requestId: _requestId, instance: _instance, ...rest } = (await reply.json()) as Record<string, unknown>
      return [reply.status, rest]
    }

    expect(await words(foreign)).toEqual(await words(none))
    expect(foreign.status).toBe(404)
    expect((await contextFor(api.anonymous(), href)).status).toBe(401)
  })

  it('is not found for addresses that name no resource', async () => {
    const mara = await api.signUp()

    expect((await mara.get('/api/account/context?url=/api/User/1')).status).toBe(404)
    expect((await mara.get('/api/account/context?url=/api/Job/1')).status).toBe(422)
    expect((await mara.get('/api/account/context')).status).toBe(422)
  })
})
