import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const UI = 'https://ui.example.com'
const OTHER = 'https://other.example.com'
const api = await testApi({ env: { CORS_ORIGINS: `${UI}/, http://localhost:4200` } })
const closed = await testApi()

const preflight = (client: typeof api, path: string, origin: string) =>
  client.anonymous().request('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
  })

const corsHeaders = (reply: Response) => [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))

const listIn = (reply: Response, name: string) => reply.headers.get(name)?.toLowerCase().split(',') ?? []

describe('CORS_ORIGINS', () => {
  it('replies to preflight requests of a listed origin before authentication', async () => {
    const reply = await preflight(api, '/api/Job/CreateJob', UI)

    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe(UI)
    expect(reply.headers.get('access-control-allow-credentials')).toBe('true')
    expect(reply.headers.get('access-control-allow-methods')).toContain('POST')
    expect(reply.headers.get('access-control-allow-headers')).toContain('x-api-key')
    expect(reply.headers.get('vary')).toContain('Origin')
  })

  it('lets a page of a listed origin act for the signed-in user and read Location', async () => {
    const alice = await api.signUp()

    const made = await alice.post('/api/Job/CreateJob', { Name: 'From another app' }, { origin: UI })
    const read = await alice.get(made.headers.get('location') ?? '', { origin: 'http://localhost:4200' })

    expect([made.status, read.status]).toEqual([201, 200])
    expect(made.headers.get('access-control-allow-origin')).toBe(UI)
    const exposed = made.headers.get('access-control-expose-headers')?.split(',')
    expect(exposed).toEqual(expect.arrayContaining(['Location', 'Content-Disposition']))
    expect(read.headers.get('access-control-allow-origin')).toBe('http://localhost:4200')
    expect(read.headers.get('vary')).toBe('Accept, Accept-Encoding, User-Agent, Origin')
  })

  it('lets a page of a listed origin upload a file in parts and read how far it is', async () => {
    const alice = await api.signUp()
    const headers = [
      'content-type',
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'repr-digest',
    ]

    const asked = await alice.request('OPTIONS', '/api/Uploads/x', {
      headers: {
        origin: UI,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': headers.join(),
      },
    })
    const made = await alice.request('POST', '/api/Uploads', {
      headers: { origin: UI, 'tus-resumable': '1.0.0', 'upload-length': '3', 'upload-metadata': 'filename YS50eHQ=' },
    })

    expect(listIn(asked, 'access-control-allow-methods')).toContain('patch')
    expect(listIn(asked, 'access-control-allow-headers')).toEqual(expect.arrayContaining(headers))
    expect(made.status).toBe(201)
    expect(listIn(made, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['upload-offset', 'upload-length', 'tus-resumable', 'repr-digest']),
    )
  })

  it('applies to errors, so that the app can read them', async () => {
    const reply = await api.anonymous().get('/api/JobsRoot', { origin: UI })

    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([401, UI])
  })

  it('sends no CORS headers to other origins', async () => {
    const alice = await api.signUp()

    const asked = await preflight(api, '/api/Job/CreateJob', OTHER)
    const made = await alice.post('/api/Job/CreateJob', { Name: 'No' }, { origin: OTHER })

    expect([corsHeaders(asked), corsHeaders(made)]).toEqual([[], []])
    expect(made.status).toBe(403)
    expect(made.headers.get('vary')).toContain('Origin')
  })

  it('does not apply to sign-in, accounts or keys', async () => {
    const alice = await api.signUp()

    for (const path of ['/api/keys', '/api/account/required-password-change', '/api/auth/sign-out']) {
      const [asked, sent] = [await preflight(api, path, UI), await alice.post(path, {}, { origin: UI })]
      expect([path, corsHeaders(asked), corsHeaders(sent), sent.status]).toEqual([path, [], [], 403])
    }
  })

  it('has no effect when it is not set', async () => {
    const reply = await preflight(closed, '/api/Job/CreateJob', UI)
    const root = await closed.anonymous().get('/api/JobsRoot', { origin: UI })

    expect([corsHeaders(reply), corsHeaders(root), root.headers.get('vary')]).toEqual([[], [], null])
  })
})
