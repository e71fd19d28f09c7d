import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'

const api = await testApi()
const mara = await api.signUp()
const CHANGE = '/api/account/required-password-change'
const body = { password: PASSWORD, newPassword: 'a heron stands in the reeds' }

describe('a request that changes something and carries the cookie', () => {
  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from a site whose name contains ours', { origin: 'http://localhost:3000.evil.example' }],
    ['from another port of this computer', { origin: 'http://localhost:3001' }],
    ['from the same name on https', { origin: 'https://localhost:3000' }],
    ['from a page without an origin', { origin: 'null' }],
    ['without an origin', { origin: '' }],
    ['without an origin, from another site', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['without an origin, from a sibling', { origin: '', 'sec-fetch-site': 'same-site' }],
  ])('sec/H2 is refused %s', async (_from, headers) => {
    for (const [path, code] of [
      [CHANGE, 'bad-origin'],
      ['/api/Job/CreateJob', 'bad-origin'],
    ]) {
      const reply = await mara.post(path ?? '', body, headers)
      expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 403, code])
    }
    expect((await mara.post('/api/auth/update-user', { name: 'Pwned' }, headers)).status).toBe(403)
  })

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'Text/PLAIN', ''])(
    'sec/H2 is refused from another site as %s',
    async (type) => {
      const headers = { origin: 'https://evil.example', 'content-type': type }
      const reply = await mara.request('POST', '/api/WorkData/UploadWorkData', { body: 'a=1', headers })

      expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'bad-origin' }])
    },
  )

  it('sec/H7 from a page of another site cannot open a stream or read data', async () => {
    for (const path of ['/api/Events', '/api/EntryPoint', '/api/keys']) {
      const reply = await mara.get(path, { origin: 'https://evil.example' })
      expect([path, reply.status]).toEqual([path, 403])
    }
    const own = await mara.get('/api/Events', { origin: 'http://localhost:3000' })
    expect(own.status).toBe(200)
    await own.body?.cancel()
  })

  it('is accepted from our own pages', async () => {
    const named = await mara.post(CHANGE, body)
    const unnamed = await mara.post(CHANGE, body, { origin: '', 'sec-fetch-site': 'same-origin' })

    for (const reply of [named, unnamed]) expect(await reply.json()).toMatchObject({ code: 'action-not-offered' })
  })

  it('is accepted from any origin with an API key', async () => {
    const key = await api.accounts.keys.make({ ownerId: mara.publicId, userId: mara.userId, scope: 'user', note: '' })

    const reply = await api
      .anonymous()
      .post('/api/Job/CreateJob', { Name: 'one' }, { 'x-api-key': key.text, origin: '' })

    expect(reply.status).toBe(201)
  })
})

describe('signing in', () => {
  it('sec/H2 is refused from a page of another site', async () => {
    const reply = await api.anonymous().post('/api/auth/sign-in/email', mara.person, { origin: 'https://evil.example' })

    expect(reply.status).toBe(403)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\tevil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'http://localhost:3000@evil.example',
    'http://localhost:3000.evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    'http://localhost。evil.example',
    'https:evil.example',
  ])('sec/H4 does not redirect to %s', async (callbackURL) => {
    const reply = await api.anonymous().post('/api/auth/sign-in/email', { ...mara.person, callbackURL })

    expect(reply.status).toBe(403)
    expect(reply.headers.get('location')).toBeNull()
  })

  it('redirects to our own pages', async () => {
    const reply = await api.anonymous().post('/api/auth/sign-in/email', { ...mara.person, callbackURL: '/jobs/' })

    expect([reply.status, await reply.json()]).toMatchObject([200, { redirect: true, url: '/jobs/' }])
  })
})
