import { generateKeyPairSync, sign } from 'node:crypto'
import { get } from 'node:http'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { expect } from 'vitest'
import { ORIGIN, type TestClient } from './client.ts'
import { testWebServer } from './web-server.ts'

/** The claims that the identity provider makes about a user. */
export interface Identity {
  sub: string
  email: string
  email_verified: boolean
  name?: string
}

export const OIDC_CLIENT = { OIDC_CLIENT_ID: 'millrace', OIDC_CLIENT_SECRET: 'a secret of the tests' }
const CALLBACK = `${ORIGIN}/api/auth/callback/oidc`

type Claims = Record<string, unknown>

export type TestOidc = Awaited<ReturnType<typeof testOidc>>

/** Starts a real OpenID Connect provider whose users need no password. */
export async function testOidc() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const identities = new Map<string, Identity>()
  const state = {
    issuer: '',
    /** The user who signs in next. */
    user: undefined as Identity | undefined,
    /** If set, changes the claims of ID tokens. The tokens are then signed again. */
    tamper: undefined as ((claims: Claims) => Claims) | undefined,
    signsInWith,
  }
  let provider: Provider
  state.issuer = await testWebServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const user = state.user
    if (!user) return provider.interactionFinished(request, response, { error: 'access_denied' })
    identities.set(user.sub, user)
    return provider.interactionFinished(request, response, { login: { accountId: user.sub } })
  })
  provider = new Provider(state.issuer, {
    ...CONFIGURATION,
    jwks: { keys: [{ ...(privateKey.export({ format: 'jwk' }) as JWK), kid: 'key', alg: 'RS256', use: 'sig' }] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...identities.get(id), sub: id }) }),
    clients: [
      {
        client_id: OIDC_CLIENT.OIDC_CLIENT_ID,
        client_secret: OIDC_CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
  })
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path === '/token' && state.tamper && body?.id_token) body.id_token = resigned(body.id_token, state.tamper)
  })

  function resigned(token: string, change: (claims: Claims) => Claims): string {
    const [header = '', payload = ''] = token.split('.')
    const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims)
    const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  /**
   * Signs in as a browser does or, if `start` is `link`, links the account. Without a user, the provider denies access.
   * Returns the address that the server finally redirects to.
   */
  async function signsInWith(client: TestClient, user?: Identity, start: 'link' | object = {}): Promise<URL> {
    state.user = user
    const links = start === 'link'
    const body = { provider: 'oidc', callbackURL: '/dashboard', errorCallbackURL: '/login', ...(!links && start) }
    const started = await client.post(links ? '/api/auth/link-social' : '/api/auth/sign-in/social', body)
    expect(started.status, await started.clone().text()).toBe(200)
    const { url } = (await started.json()) as { url: string }
    const reply = await client.get(await visit(url))
    expect(reply.status, await reply.clone().text()).toBe(302)
    return new URL(reply.headers.get('location') ?? '', ORIGIN)
  }

  return state
}

const CONFIGURATION: Configuration = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ['a key of the tests'] },
  ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
  async loadExistingGrant({ oidc }) {
    const { client, session, provider } = oidc
    const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
}

/** Follows the provider's redirects until one leads back to the server. Returns the URL of that redirect. */
async function visit(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { location, setCookies } = await redirectOf(url, cookie)
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    url = new URL(location, url).href
    if (url.startsWith(CALLBACK)) return url
  }
  return expect.unreachable('the identity provider did not return')
}

function redirectOf(url: string, cookie: string): Promise<{ location: string; setCookies: string[] }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie } }, (response) => {
      response.resume()
      resolve({ location: response.headers.location ?? '', setCookies: response.headers['set-cookie'] ?? [] })
    }).on('error', reject)
  })
}
