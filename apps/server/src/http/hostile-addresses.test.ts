import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { fewInTurn, fingerprint, HOSTILE_PARTS, HOSTILE_QUERIES, valuesInTurn } from '#testing/hostile.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { declaredRoutes } from './rules.ts'

/*
 * Calls every declared route as an administrator and as a worker: with garbage in each part of the path, absurd queries
 * and headers, and unknown methods. No request may cause a server error or change anything.
 */
const api = await testApi()
const ada = api.administrator
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('target'))
const SLOW = { timeout: 120_000 }
const routes = declaredRoutes(api.app).filter(({ path }) => !path.startsWith('/assets/'))
const ids: Record<string, string> = {}
let stored = ''

beforeAll(async () => {
  const job = await hasJob(ada, stepId, 'ReadyForProcessing')
  await hasJob(ada, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  const key = (await (await ada.post('/api/keys')).json()) as { id: string }
  Object.assign(ids, {
    Job: job.split('/').at(-1),
    WorkData: (await uploads(ada)).split('/').at(-1),
    ProcessingStep: stepId,
    User: ada.publicId,
    keys: key.id,
    leases: lease?.id,
    InputDataSlot: '0',
    inputs: 'table',
    outputs: 'cleaned',
    ActionParameterTypes: 'CreateJobParameters',
    token: lease?.token,
  })
  stored = await fingerprint(api)
})

async function requireUnchanged(): Promise<void> {
  const before = stored
  stored = await fingerprint(api)
  expect(stored).toBe(before)
}

/** Returns the path with real ids. `spoilt.by` replaces the id at position `spoilt.part`, counted from 1. */
function pathOf(route: string, spoilt?: { part: number; by: string }): string {
  let part = 0
  const at = route.replaceAll(
    /([^/]+)\/:(\w+)(\{([^}]*)\})?/g,
    (_all, before: string, name: string, _braces, choices) => {
      part += 1
      if (spoilt?.part === part) return `${before}/${spoilt.by}`
      return `${before}/${choices?.split('|')[0] ?? (name === 'index' ? '0' : ids[before]) ?? 'x'}`
    },
  )
  return at.replace(/\/:index/, '/0').replace('*', 'get-session')
}

async function ask(method: string, at: string, headers: Record<string, string> = {}): Promise<number> {
  const worksHere = at.startsWith('/worker')
  const client = worksHere ? api.anonymous() : ada
  const key: Record<string, string> = worksHere ? { 'x-api-key': worker.key, 'x-lease-token': ids.token ?? '' } : {}
  const body = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : '{"'
  const reply = await client.request(method, at, { body, headers: { ...key, ...headers } })
  await reply.body?.cancel()
  expect(reply.status, `${method} ${at.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}`).toBeLessThan(500)
  return reply.status
}

const HEADERS = ['x', '"', 'bytes=9-1', 'bytes=0-0,5-6', `bytes=${'9'.repeat(400)}-`, '\u00ff', ',,,;q=-1']
const [partsInTurn, queriesInTurn, headersInTurn] = [
  valuesInTurn(HOSTILE_PARTS),
  valuesInTurn(HOSTILE_QUERIES),
  valuesInTurn(HEADERS),
]

const HEADER_NAMES = ['range', 'if-range', 'if-none-match', 'accept', 'x-forwarded-for', 'accept-language']

const QUERY = ['q', 'owner', 'after']
const ACTIVITY = ['search', 'userId', 'organizationId']

/** The string parameters that routes read from the query. */
const READ: Record<string, readonly string[]> = {
  '/api/Dashboard': ['TimeZone'],
  '/api/Job/:id/Comments': ['before'],
  '/api/Job/:id/MentionablePeople': ['find'],
  '/api/JobQuery/AdminQuery': QUERY,
  '/api/JobQuery/Query': QUERY,
  '/api/ProcessingStepQuery/AdminQuery': QUERY,
  '/api/ProcessingStepQuery/Query': QUERY,
  '/api/WorkData/:id/Comments': ['before'],
  '/api/WorkData/:id/MentionablePeople': ['find'],
  '/api/WorkData/:id/Preview': ['sort', 'find', 'sheet', 'where'],
  '/api/WorkData/:id/Preview/Comparison': ['with', 'key'],
  '/api/WorkData/:id/Preview/Node': ['path'],
  '/api/WorkDataQuery/AdminQuery': QUERY,
  '/api/WorkDataQuery/Archive': ['q', 'owner', 'ids'],
  '/api/WorkDataQuery/Query': QUERY,
  '/api/account/context': ['url'],
  '/api/account/welcome': ['setup'],
  '/api/admin/activity': ACTIVITY,
  '/api/admin/activity/export': ACTIVITY,
  '/api/admin/organizations': ['search'],
  '/api/admin/owners': ['search', 'url'],
  '/api/auth/verify-email': ['token'],
}
const queriesOf = (path: string) =>
  (READ[path] ?? []).flatMap((name) => ['%00', '%ed%a0%80', '%zz'].map((text) => `?${name}=${text}`))

/** Whether a route can be called with any query: it only reads, and its reply is not an endless stream. */
const isHarmless = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path !== '/api/Events' && path !== '/health/ready'

describe('each route', () => {
  it('whose query is tested exists', () => {
    expect(routes.filter(isHarmless).map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(READ)))
  })

  it.each(routes)('$method $path handles garbage in its path', SLOW, async ({ method, path }) => {
    const parts = [...path.matchAll(/\/:\w+/g)].length

    for (let part = 1; part <= parts; part++) {
      for (const by of partsInTurn().filter((it) => it !== ids[path.split('/:')[part - 1]?.split('/').at(-1) ?? '']))
        await ask(method === 'ALL' ? 'GET' : method, pathOf(path, { part, by }))
    }
    const at = pathOf(path)
    for (const spelling of [`/${at}`, `${at}/`, `${at}%2f`, `${at}/..`, `${at};x=y`, `${at}%00`, at.toUpperCase()]) {
      if (method === 'GET' && path !== '/api/Events') await ask(method, spelling)
    }

    await requireUnchanged()
  })

  it.each(routes.filter(isHarmless))('$method $path handles absurd queries and headers', SLOW, async ({ path }) => {
    for (const query of [...queriesInTurn(), ...queriesOf(path)]) await ask('GET', pathOf(path) + query)
    for (const value of headersInTurn()) {
      for (const name of value.startsWith('bytes=') ? ['range', 'if-range'] : HEADER_NAMES) {
        await ask('GET', pathOf(path), { [name]: value })
      }
    }

    await requireUnchanged()
  })

  it('returns 405 for unknown methods and 404 for unknown paths', SLOW, async () => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const known = routes.filter((route) => route.path === path).map(({ method }) => method)
      for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'HEAD']) {
        if (known.includes(method) || known.includes('ALL') || path === '/api/Events') continue
        const expected = method === 'HEAD' && known.includes('GET') ? [200, 404, 405, 422, 401] : [404, 405]
        expect([method, path, await ask(method, pathOf(path))]).toEqual([method, path, expect.toBeOneOf(expected)])
      }
    }

    await requireUnchanged()
  })
})

describe('the URL of a query', () => {
  const NAMES = ['JobQuery', 'WorkDataQuery', 'ProcessingStepQuery'] as const
  const CONTENTS = [
    '{"Filter":{"Name":"\\u0000","NameContains":"\\u0000","TitleContains":"\\u0000"}}',
    '{"Filter":{"Name":"\\ud800","NameContains":"\\ud800","TagsByOr":["\\ud800","\\u0000"]}}',
    '{"Pagination":{"PageSize":1e308,"PageOffset":1e308}}',
    '{"Pagination":{"PageSize":-5,"PageOffset":-5}}',
    '{"Pagination":{"PageSize":1,"PageOffset":9007199254740991}}',
    '{"__proto__":{"Filter":1}}',
    '{"Filter":{"CreatedAfter":"+275760-09-13T00:00:00Z"}}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    'null',
    '[]',
    '"x"',
    '{',
    '\u0000',
  ]

  const CURSORS = [
    '',
    '%00',
    ...[
      '["x",1]',
      '["x","y"]',
      '[null,null]',
      '["","","",""]',
      '["1e999","x"]',
      '["\\u0000","\\ud800"]',
      '["NaN"]',
      '{}',
    ].map((text) => Buffer.from(text).toString('base64url')),
  ]

  const cursorsInTurn = fewInTurn(CURSORS, 3)

  it.each(NAMES)('of %s causes no server error if it is forged', SLOW, async (name) => {
    for (const way of ['Query', 'AdminQuery']) {
      for (const content of CONTENTS) {
        for (const after of cursorsInTurn()) {
          const q = Buffer.from(content).toString('base64url')
          await ask('GET', `/api/${name}/${way}?q=${q}&owner=${ada.publicId}&after=${after}`)
        }
      }
      for (const q of ['', '%00', '%ff', 'é', 'e30=', '!!!!', 'a'.repeat(50_000)]) {
        await ask('GET', `/api/${name}/${way}?q=${q}`)
      }
    }
  })
})
