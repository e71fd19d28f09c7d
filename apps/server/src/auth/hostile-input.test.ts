import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { fewInTurn } from '#testing/hostile.ts'

const api = await testApi()

/** All endpoints of better-auth, listed by the library itself, except those that would end the session of this test. */
const endpoints = Object.values(api.accounts.auth.api).flatMap((endpoint) => {
  const { path, options } = endpoint as { path?: string; options: { method: string | string[] } }
  if (!path || ['/sign-out', '/revoke-sessions', '/delete-user'].includes(path)) return []
  return [options.method].flat().map((method) => ({ method, path: `/api/auth${path.replaceAll(/:\w+/g, 'x')}` }))
})

const FIELDS = `email name password newPassword currentPassword newEmail token code userId organizationId invitationId
  memberId memberIdOrEmail teamId slug role roleName sessionToken`.split(/\s+/)
const every = (value: unknown) => JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, value])))

const BODIES = [
  ['nothing', ''],
  ['no JSON', 'nonsense'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['an empty object', '{}'],
  ['a prototype', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'],
  ['numbers', every(7)],
  ['objects', every({ a: [{}] })],
  ['NUL characters', every('\u0000abcdefghijklmnop')],
  ['lone surrogates', every('\ud800abcdefghijklmnop')],
  ['quotes', every(`' or 1=1 --"; drop table "user"; --`)],
  [
    'likely words',
    JSON.stringify({ ...JSON.parse(every('x')), email: 'x@example.org', password: PASSWORD, data: { name: 'y' } }),
  ],
  ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['too much', JSON.stringify({ name: 'x'.repeat(100_000) })],
] as const

const QUERIES = [
  '',
  '?id=%00&token=%00&organizationId=%00',
  `?limit=-1&offset=x&sortBy=%27&filterField=%27&id='`,
  '?id=x&id=y',
]

/**
 * Returns a few bodies per call, for users other than the administrator. The administrator sends all bodies, because
 * requests of other users may be refused before the body is read.
 */
const othersInTurn = fewInTurn(BODIES, 5)

describe.each(['nobody', 'somebody', 'an administrator'])('better-auth, called by %s', (who) => {
  const client = async () =>
    who === 'nobody' ? api.anonymous() : who === 'somebody' ? await api.signUp() : api.administrator

  it.each(who === 'an administrator' ? BODIES : othersInTurn())(
    'handles %s without a server error',
    { timeout: 60_000 },
    async (_what, body) => {
      const asking = await client()
      for (const { method, path } of endpoints.filter((endpoint) => endpoint.method === 'POST')) {
        const reply = await asking.request(method, path, { body, headers: { 'content-type': 'application/json' } })
        expect([path, reply.status < 500]).toEqual([path, true])
      }
      expect(({} as { role?: string }).role).toBeUndefined()
    },
  )

  it.each(QUERIES)('handles the query %s without a server error', async (query) => {
    const asking = await client()
    for (const { method, path } of endpoints.filter((endpoint) => endpoint.method === 'GET')) {
      const reply = await asking.request(method, path + query)
      expect([path, reply.status < 500]).toEqual([path, true])
    }
  })
})
