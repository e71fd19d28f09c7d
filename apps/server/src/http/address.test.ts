import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const PAGE = { accept: 'text/html' }

describe('with no PUBLIC_URL', async () => {
  const api = await testApi({ env: { ALLOWED_HOSTS: 'millrace.lan' } })

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:8080', 'localhost'])(
    'links to addresses under %s',
    async (host) => {
      const key = await api.accounts.keys.make({
        ownerId: api.administrator.publicId,
        userId: api.administrator.userId,
        scope: 'user',
        note: '',
      })
      const reply = await api.anonymous().get('/api/EntryPoint', { host, 'x-api-key': key.text })

      expect(await reply.text()).toContain(`"http://${host.toLowerCase()}/api/EntryPoint"`)
    },
  )

  it.each([
    '192.168.1.5:3000',
    'millrace.lan:3000',
    'evil.example',
    'localhost.evil.example',
    'localhost:3000@evil.example',
  ])('shows the sign-in help page at %s', async (host) => {
    const page = await api.anonymous().get('/login', { host, ...PAGE })
    const call = await api.anonymous().get('/api/account/welcome', { host })

    expect(page.status).toBe(403)
    expect(await page.text()).toContain('Set PUBLIC_URL to https')
    expect([call.status, await call.json()]).toMatchObject([
      403,
      { code: 'insecure-address', detail: expect.stringContaining(host) },
    ])
  })

  it('escapes the host name in the page', async () => {
    const page = await api
      .anonymous()
      .get('/login', { host: 'a"><script>x</script>', ...PAGE })
      .catch(() => undefined)

    expect((await page?.text()) ?? '').not.toContain('<script>')
  })

  it('accepts API keys at allowed host names and serves health checks at any', async () => {
    const key = await api.accounts.keys.make({
      ownerId: api.administrator.publicId,
      userId: api.administrator.userId,
      scope: 'user',
      note: '',
    })

    const allowed = await api.anonymous().get('/api/EntryPoint', { host: 'millrace.lan:3000', 'x-api-key': key.text })
    const unknown = await api.anonymous().get('/api/EntryPoint', { host: 'evil.example', 'x-api-key': key.text })

    expect([allowed.status, unknown.status]).toEqual([200, 403])
    expect((await api.anonymous().get('/health/live', { host: '10.0.0.3:3000' })).status).toBe(200)
  })
})

describe('with PUBLIC_URL on https', async () => {
  const api = await testApi({ env: { PUBLIC_URL: 'https://millrace.example' }, empty: true })

  it('links to that address regardless of the Host header', async () => {
    const reply = await api.anonymous().get('/api/account/welcome', { host: 'internal:3000' })

    expect(reply.status).toBe(200)
    expect(api.said[0]).toMatch(/^Set up: https:\/\/millrace\.example\//)
  })
})

describe('with PUBLIC_URL on https at this computer', async () => {
  const api = await testApi({ env: { PUBLIC_URL: 'https://localhost:8443' } })

  it.each([
    ['localhost:8443', 'https://localhost:8443'],
    ['localhost:3000', 'http://localhost:3000'],
  ])('links at %s to %s', async (host, origin) => {
    const key = await api.accounts.keys.make({
      ownerId: api.administrator.publicId,
      userId: api.administrator.userId,
      scope: 'user',
      note: '',
    })
    const reply = await api.anonymous().get('/api/EntryPoint', { host, 'x-api-key': key.text })

    expect(await reply.text()).toContain(`"${origin}/api/EntryPoint"`)
  })
})

describe('with PUBLIC_URL on plain http', async () => {
  const host = { host: 'millrace.lan:3000' }

  it('shows the sign-in help page', async () => {
    const api = await testApi({ env: { PUBLIC_URL: 'http://millrace.lan:3000' }, empty: true })

    expect((await api.anonymous().get('/login', { ...host, ...PAGE })).status).toBe(403)
  })

  it('uses a plain cookie with INSECURE_HTTP=1 and warns administrators', async () => {
    const env = { PUBLIC_URL: 'http://millrace.lan:3000', INSECURE_HTTP: '1', SIGN_UP: 'open' }
    const api = await testApi({ env, empty: true })
    const setup = api.said[0]?.split('setup=')[1] ?? ''
    const mara = api.anonymous()
    const person = { name: 'Mara', email: 'mara@example.org', password: 'still water runs deep' }

    const reply = await mara.post('/api/auth/sign-up/email', person, {
      ...host,
      origin: 'http://millrace.lan:3000',
      'x-millrace-setup': setup,
    })

    expect(reply.status).toBe(200)
    expect(mara.setCookies[0]).toMatch(/^millrace_session=/)
    expect(mara.setCookies[0]).not.toContain('Secure')
    expect(mara.setCookies[0]).toContain('HttpOnly')
    expect((await mara.get('/api/user/grants', host)).status).toBe(200)
    expect(await (await mara.get('/api/account/welcome', host)).json()).toMatchObject({ insecureHttp: true })
  })
})
