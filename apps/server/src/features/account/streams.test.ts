import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()

async function readToEnd(reply: Response): Promise<string> {
  expect(reply.status).toBe(200)
  return reply.text()
}

it.each([
  ['the user is banned', '/admin/ban-user'],
  ['the sessions are ended', '/admin/revoke-user-sessions'],
])('ends the event stream of a session soon after %s', async (_when, path) => {
  const mara = await api.signUp()
  const stream = await mara.get('/api/Events')

  await api.administrator.post(`/api/auth${path}`, { userId: mara.userId })

  expect(await readToEnd(stream)).toContain('keepalive')
})

it('ends the event stream of a key soon after the key is deactivated', async () => {
  const mara = await api.signUp()
  const key = await api.accounts.keys.make({ ownerId: mara.publicId, userId: mara.userId, scope: 'user', note: '' })
  const stream = await api.anonymous().get('/api/Events', { 'x-api-key': key.text })

  await api.db.pool.query('update api_key set active = false where id = $1', [key.id])

  expect(await readToEnd(stream)).toContain('keepalive')
})
