import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { fingerprint } from '#testing/hostile.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { declaredRoutes } from './rules.ts'

/* Tests the rules that every reply must follow. */
const api = await testApi()
const ada = api.administrator
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('target'))
const ids: Record<string, string> = {}
const readable = declaredRoutes(api.app)
  .filter(({ method, path }) => method === 'GET' && path !== '/api/Events' && !path.startsWith('/worker'))
  .map(({ path }) => path)

beforeAll(async () => {
  const last = (href: string) => href.split('/').at(-1) ?? ''
  Object.assign(ids, {
    Job: last(await hasJob(ada, stepId, 'ReadyForProcessing')),
    WorkData: last(await uploads(ada)),
    ProcessingStep: stepId,
    User: ada.publicId,
    ActionParameterTypes: 'CreateJobParameters',
  })
})

const filled = (path: string) =>
  path.replaceAll(/([^/]+)\/:\w+(\{.*?\})?/g, (_all, before: string) => `${before}/${ids[before] ?? 'x'}`)

/** All paths of better-auth that support GET. */
const ofAccounts = Object.values(api.accounts.auth.api).flatMap((endpoint) => {
  const { path, options } = endpoint as { path?: string; options: { method: string | string[] } }
  return path && [options.method].flat().includes('GET') ? [`/api/auth${path.replace(/:\w+/, 'x')}`] : []
})

describe('every reply', () => {
  it.each([...readable, ...ofAccounts])('sec/C9 is never cached: %s', async (path) => {
    const reply = await ada.get(filled(path))
    const ofSchemas = path.startsWith('/assets/') || path.startsWith('/api/ActionParameterTypes/')

    if (!ofSchemas) expect(reply.headers.get('cache-control')).toMatch(/no-store/)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    await reply.body?.cancel()
  })

  it.each([...readable, ...ofAccounts])('sec/H5 sec/H6 cannot be framed or run scripts: %s', async (path) => {
    const reply = await ada.get(filled(path))
    const policy = reply.headers.get('content-security-policy') ?? ''

    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).toMatch(/frame-ancestors '(none|self)'/)
    expect(policy).not.toMatch(/unsafe-eval|\*|https?:/)
    expect(/script-src[^;]*'unsafe-inline'/.test(policy)).toBe(false)
    await reply.body?.cancel()
  })

  it('sec/H6 has exactly the app’s content security policy', async () => {
    const { headers } = await ada.get('/health/live')

    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' blob: data:; " +
        "media-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; manifest-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
    )
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3000.evil.example',
    'http://evil-localhost:3000',
    'http://localhost:3001',
    'https://localhost:3000',
    'HTTP://LOCALHOST:3000',
    'http://localhost:3000',
  ])('sec/H1 is not shared with other origins: %s', async (origin) => {
    for (const path of [
      '/api/EntryPoint',
      '/api/auth/get-session',
      '/api/keys',
      `/api/WorkData/${ids.WorkData}/Download`,
    ]) {
      const reply = await ada.get(path, { origin })
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
      await reply.body?.cancel()
    }
    const asked = { origin, 'access-control-request-method': 'POST' }
    const preflight = await ada.request('OPTIONS', '/api/Job/CreateJob', { headers: asked })
    expect(preflight.status).toBeOneOf([204, 403])
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a GET request', () => {
  it('sec/H3 never changes anything', async () => {
    const before = await fingerprint(api)

    for (const path of [...readable.map(filled), ...ofAccounts.filter((at) => !at.endsWith('/get-session'))]) {
      await (await ada.get(`${path}?token=x&id=${ids.Job}`)).body?.cancel()
    }

    expect(await fingerprint(api)).toBe(before)
  })
})

describe('a URL in a request', () => {
  it('sec/K1 is never fetched', async () => {
    const heard: string[] = []
    const canary = createServer((request, reply) => {
      heard.push(request.url ?? '')
      reply.end('{}')
    })
    await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening))
    const { port } = canary.address() as AddressInfo
    const job = await hasJob(ada, stepId, 'Created')
    const at = (kind: string, id = ids[kind]) => `http://127.0.0.1:${port}/api/${kind}/${id}`

    for (const [path, body] of [
      [`${job}/SelectProcessing`, { ProcessingStepUrl: at('ProcessingStep') }],
      [`${job}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: at('WorkData') }],
      [`${job}/InputDataSlot/0/SelectWorkDataCollection`, { WorkDataUrls: [at('WorkData'), at('WorkData', 'x')] }],
      ['/api/Job/CreateSubJob', { Name: 'x', ParentJobUrl: at('Job') }],
      ['/api/Job/RapidSetup', { Name: 'x', ProcessingStepUrl: at('ProcessingStep'), ParentJobUrl: at('Job') }],
      ['/api/JobQuery/CreateQuery', { Filter: { WorkDataUrl: at('WorkData'), ParentJobUrl: at('Job') } }],
      ['/api/JobQuery/CreateAdminQuery', { Filter: { UserUrl: at('User') } }],
      ['/api/auth/sign-in/email', { ...ada.person, callbackURL: `http://127.0.0.1:${port}/` }],
      ['/api/auth/update-user', { image: `http://127.0.0.1:${port}/picture.png` }],
    ] as const) {
      const reply = await ada.post(path, body)
      expect([path, reply.status < 500]).toEqual([path, true])
      const made = reply.headers.get('location')
      if (made) await (await ada.get(made)).body?.cancel()
    }

    canary.close()
    expect(heard).toEqual([])
  })

  it('sec/D2 never determines links in emails', async () => {
    const { person } = await api.signUp()
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      'x-original-host': 'evil.example',
      referer: 'https://evil.example/',
    }
    const asked = { email: person.email, redirectTo: '/reset-password' }

    await api.anonymous().post('/api/auth/request-password-reset', asked, { ...forged, host: 'localhost:3000' })
    const { link, text } = await api.mailTo(person.email, 'Set a new password')
    const byName = await api
      .anonymous()
      .post('/api/auth/request-password-reset', asked, { host: 'evil.example', origin: '' })

    expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=/)
    expect(text).not.toContain('evil.example')
    expect(byName.status).toBe(403)
  })
})

describe('a path', () => {
  it.each([
    '/api//keys',
    '//api/keys',
    '/api/keys/',
    '/API/keys',
    '/api/%6beys',
    '/api/keys%2f',
    '/api/keys;x=y',
    '/api/./keys',
    '/api/x/../keys',
    '/api/x/..%2fkeys',
    '/health/..;/api/keys',
    '/assets/../api/keys',
    '/assets/%2e%2e/api/keys',
    '/previews/../api/keys',
  ])('sec/L2 is read identically by the guard and the routes: %s', async (path) => {
    const reply = await api.anonymous().get(path)

    expect([401, 404]).toContain(reply.status)
    expect(await reply.text()).not.toContain('last4')
  })
})

describe('one origin', () => {
  it('sec/C4 accepts the cookie for accounts, jobs and keys, but requires a key for the gateway', async () => {
    const mara = await api.signUp()

    const paths = ['/api/auth/get-session', '/api/user/grants', '/api/EntryPoint', '/api/keys']
    const statuses = await Promise.all(paths.map(async (path) => (await mara.get(path)).status))
    const gateway = await mara.request('PUT', '/worker/v1/steps', { body: { manifests: [] } })

    expect(statuses).toEqual([200, 200, 200, 200])
    expect(gateway.status).toBe(403)
    expect([...mara.cookies.keys()].every((name) => name.startsWith('__Host-'))).toBe(true)
  })
})
