import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
const { administrator } = api
type Client = Awaited<ReturnType<typeof api.signUp>>

/**
 * Creates a new user with a figure, and returns the user's client and the URL of the figure's preview document. The URL
 * works without a cookie.
 */
async function figureOf(headersOf: (client: Client) => Promise<Record<string, string>> = async () => ({})) {
  const client = await api.signUp()
  const data = await uploads(client, 'levels.plotly.json', '{"data":[]}')
  const headers = await headersOf(client)
  const asked = headers['x-api-key'] === undefined ? client : api.anonymous()
  const reply = await asked.get(`${data}/PreviewDocument`, headers)
  const url = reply.headers.get('location') ?? ''
  expect((await api.anonymous().get(url)).status).toBe(200)
  return { client, url }
}

const ENDS: [what: string, end: (client: Client) => Promise<unknown>][] = [
  ['signs out', (client) => client.post('/api/auth/sign-out')],
  ['is banned', ({ userId }) => administrator.post('/api/auth/admin/ban-user', { userId })],
  ['is deleted', ({ userId }) => administrator.post('/api/auth/admin/remove-user', { userId })],
  ['switches to an organization', async (client) => actsIn(client, (await hasOrganization(client)).id)],
  [
    'has to set a new password',
    ({ userId }) => api.db.pool.query('update "user" set password_reset_required = true where id = $1', [userId]),
  ],
]

describe('the link of a figure', () => {
  it.each(ENDS)('sec/C6 stops working when its user %s', async (_what, end) => {
    const { client, url } = await figureOf()

    await end(client)

    expect((await api.anonymous().get(url)).status).toBe(404)
  })

  it('sec/G4 stops working when the key that it was requested with is disabled', async () => {
    let id = ''
    const { client, url } = await figureOf(async (owner) => {
      const key = (await (await owner.post('/api/keys?note=figures')).json()) as { id: string; key: string }
      id = key.id
      return { 'x-api-key': key.key }
    })

    expect((await client.request('PUT', `/api/keys/${id}`, { body: { active: false } })).status).toBe(200)

    expect((await api.anonymous().get(url)).status).toBe(404)
  })
})
