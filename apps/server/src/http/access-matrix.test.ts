import { asSystem } from '@millrace/db/act'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { fingerprint } from '#testing/hostile.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins, mayRegisterSteps } from '#testing/organizations.ts'
import { declaredRoutes, type Rule } from './rules.ts'

/*
 * Calls every route as every kind of principal. Checks whom the route's rule admits, and that other owners' resources
 * are not found. The matrix is generated from the routes, so new routes are covered automatically.
 */
const api = await testApi()
const worker = await testWorker(api)
const [publicStep = ''] = await worker.registers(manifest('public_one'))
const MISSING = '01900000-0000-7000-8000-00000000000a'
const SLOW = { timeout: 120_000 }
const routes = declaredRoutes(api.app).filter(({ rule }) => rule !== 'public' && rule !== 'auth-library')

type Member = Awaited<ReturnType<typeof api.signUp>>
interface Caller {
  client: TestClient
  headers: Record<string, string>
}

const callers: Record<string, Caller> = {}
/** The owner's resources, by the path segment that precedes their id. */
const things: Record<string, string> = {}

const bySession = (client: TestClient): Caller => ({ client, headers: {} })
const byKey = (key: string): Caller => ({ client: api.anonymous(), headers: { 'x-api-key': key } })
const keyOf = async (client: Member, query = '') =>
  ((await (await client.post(`/api/keys${query}`)).json()) as { key: string; id: string }).key

async function people(): Promise<void> {
  const signUp = () => api.signUp()
  const [stranger, banned, required, visited, contributor] = await Promise.all([
    signUp(),
    signUp(),
    signUp(),
    signUp(),
    signUp(),
  ])
  const [otherOwner, outside, ada] = await Promise.all([signUp(), signUp(), signUp()])
  await api.administrator.post('/api/auth/admin/ban-user', { userId: banned.userId })
  await api.db.pool.query('update "user" set password_reset_required = true where id = $1', [required.userId])
  await hasOrganization(otherOwner, 'Other Lab')
  await mayRegisterSteps(api, contributor)
  await api.db.pool.query(`update "user" set role = 'admin' where id = $1`, [ada.userId])
  await ada.post('/api/auth/sign-in/email', ada.person)
  const adasKey = await keyOf(ada)
  const workersKey = await keyOf(contributor, '?scope=worker')
  await hasOrganization(ada, 'Ada Lab')
  const adasLabKey = await keyOf(ada)
  await actsIn(ada, null)
  await ada.post('/api/auth/admin/impersonate-user', { userId: visited.userId })
  Object.assign(callers, {
    anonymous: bySession(api.anonymous()),
    stranger: bySession(stranger),
    'stranger by key': byKey(await keyOf(stranger)),
    'owner of another organization': bySession(otherOwner),
    'fellow member, in another context': bySession(outside),
    banned: bySession(banned),
    'who must change the password': bySession(required),
    'administrator by key': byKey(adasKey),
    'administrator by key of an organization': byKey(adasLabKey),
    'administrator as another user': bySession(ada),
    'worker of another owner': byKey(workersKey),
    administrator: bySession(api.administrator),
  })
  await ofOwner(outside)
}

/**
 * Creates an organization with an owner, colleagues and resources. `outside` becomes a member who acts in another
 * context.
 */
async function ofOwner(outside: Member): Promise<void> {
  const owner = await api.signUp()
  await mayRegisterSteps(api, owner)
  await hasOrganization(owner, 'Rhine Lab')
  await joins(owner, outside)
  await actsIn(outside, null)
  const lab = await api.db.pool.query(`select public_id from organization where name = 'Rhine Lab'`)
  await mayRegisterSteps(api, { publicId: lab.rows[0].public_id })
  const step = await owner.post('/api/ProcessingStep/RegisterNew', manifest('private_one'))
  expect(step.status, await step.clone().text()).toBe(201)
  const running = await hasJob(owner, publicStep, 'Pending')
  await worker.claims([publicStep])
  const key = (await (await owner.post('/api/keys')).json()) as { id: string }
  const colleagues = { member: await api.signUp(), admin: await api.signUp() }
  for (const [role, colleague] of Object.entries(colleagues)) {
    await joins(owner, colleague)
    await api.db.pool.query('update member set role = $1 where user_id = $2', [role, colleague.userId])
    callers[`${role} of the same organization`] = bySession(colleague)
  }
  callers['owner of the same organization'] = bySession(owner)
  const last = (href: string) => href.split('/').at(-1) ?? ''
  Object.assign(things, {
    Job: last(await hasJob(owner, publicStep, 'ReadyForProcessing')),
    WorkData: last(await uploads(owner)),
    ProcessingStep: last(step.headers.get('location') ?? ''),
    keys: key.id,
    leases: last(running),
    User: owner.publicId,
  })
}

beforeAll(people, 60_000)

function pathOf(route: string, id?: string): string {
  const filled = route.replaceAll(
    /([^/]+)\/:(\w+)(\{([^}]*)\})?/g,
    (_all, before: string, name: string, _braces, choices) => {
      const thing = name === 'id' ? (id ?? things[before]) : undefined
      return `${before}/${thing ?? choices?.split('|')[0] ?? '0'}`
    },
  )
  return filled.replace(/\/:\w+(\{[^}]*\})?/g, '/0')
}

/** Valid bodies, by the last part of the path. With a valid body, ownership is the only reason for a refusal. */
const BODIES: Record<string, object> = {
  Rename: { NewName: 'pwned' },
  EditTags: { Tags: ['pwned'] },
  EditTitle: { Title: 'pwned' },
  EditComment: { Comment: 'pwned' },
  EditMediaType: { MediaType: 'text/pwned' },
  'access-requests': { url: `/api/Job/${MISSING}` },
  AddComment: { Text: 'pwned' },
  Edit: { Text: 'pwned' },
  SelectProcessing: { ProcessingStepUrl: `http://localhost:3000/api/ProcessingStep/${publicStep}` },
  SelectWorkData: { WorkDataUrl: `http://localhost:3000/api/WorkData/${MISSING}` },
  SelectWorkDataCollection: { WorkDataUrls: [`http://localhost:3000/api/WorkData/${MISSING}`] },
  CompareTables: { WorkDataUrl: `http://localhost:3000/api/WorkData/${MISSING}` },
  UploadFromUrl: { Url: 'https://example.com/pwned.csv' },
  FindSameNames: { Names: ['pwned'] },
  AddVersion: {
    WorkDataUrl: `http://localhost:3000/api/WorkData/${MISSING}`,
    VersionOfUrl: `http://localhost:3000/api/WorkData/${MISSING}`,
  },
  DescribeColumn: { Column: 'a' },
  ReadNode: { Path: '/' },
  ReadJson: { At: 0 },
  ChartRows: { Chart: 'Bars', X: 'a', Measure: 'Count' },
  QueryTables: { Sql: 'select 1' },
  RunExample: { Example: 0 },
  SetJobToErrorState: { Message: 'pwned' },
  Deprecate: { Reason: 'pwned' },
  AssignCodeHash: { CodeHash: 'pwned' },
  CopyToOrg: { OrgId: MISSING },
  Upload: manifest('pwned'),
  heartbeat: { progress: 1 },
  log: { lines: [{ at: '2024-01-01T00:00:00Z', text: 'pwned' }] },
  complete: { result: 'pwned' },
  fail: { message: 'pwned', retryable: false },
}

const bodyFor = (at: string): object => BODIES[at.split('/').at(-1) ?? ''] ?? { active: false }

function ask({ client, headers }: Caller, method: string, at: string): Promise<Response> {
  const verb = method === 'ALL' ? 'GET' : method
  return client.request(verb, at, { ...(verb !== 'GET' && { body: bodyFor(at) }), headers })
}

const IN = 'in'
type Answer = number | typeof IN
const NOBODY: Record<Rule, Answer> = {
  public: IN,
  'auth-library': IN,
  user: 401,
  session: 401,
  admin: 401,
  'admin-session': 401,
  worker: 401,
  'new-password': 401,
}
const PERSON: Record<Rule, Answer> = {
  ...NOBODY,
  user: IN,
  session: IN,
  admin: 403,
  'admin-session': 403,
  worker: 403,
  'new-password': IN,
}
const KEY: Record<Rule, Answer> = { ...PERSON, session: 403, 'new-password': 403 }

/** The expected status for each kind of principal, by rule. */
const EXPECTED: Record<string, Record<Rule, Answer>> = {
  anonymous: NOBODY,
  banned: NOBODY,
  stranger: PERSON,
  'owner of another organization': PERSON,
  'fellow member, in another context': PERSON,
  'member of the same organization': PERSON,
  'admin of the same organization': PERSON,
  'owner of the same organization': PERSON,
  'administrator as another user': { ...PERSON, 'new-password': 403 },
  'who must change the password': { ...PERSON, user: 403, session: 403 },
  'stranger by key': KEY,
  'administrator by key of an organization': KEY,
  'administrator by key': { ...KEY, admin: IN },
  administrator: { ...PERSON, admin: IN, 'admin-session': IN },
  'worker of another owner': { ...KEY, user: 403, worker: IN },
}

describe.each(Object.keys(EXPECTED))('%s', (who) => {
  it('sec/E2 is admitted exactly where the route’s rule allows it', SLOW, async () => {
    for (const { method, path, rule } of routes) {
      if (path === '/api/Events' || path === '/worker/v1/claim' || path === '/api/Admin/SuspendAllDeployments') continue
      const expected = EXPECTED[who]?.[rule as Rule]
      const reply = await ask(callers[who]!, method, pathOf(path, MISSING))
      const refused = [401, 403].includes(reply.status)
      const text = refused ? await reply.text() : ''
      if (!refused) await reply.body?.cancel() // an archive stays open until it is read or canceled
      const own = refused && /personal context|grant:codeContributor|while impersonating/.test(text)
      const answer = refused && !own ? reply.status : expected === 403 && own ? 403 : IN
      expect([method, path, rule, answer, text]).toEqual([method, path, rule, expected, text])
    }
  })
})

describe('a resource of another owner', () => {
  const STRANGERS = Object.keys(EXPECTED).filter(
    (who) => !/anonymous|banned|must change|same organization|^administrator$|^administrator by key$/.test(who),
  )

  it.each(STRANGERS)('sec/E2 is not found by %s, and stays unchanged', SLOW, async (who) => {
    const before = await fingerprint(api)

    for (const { method, path } of routes.filter((route) => route.path.includes(':id'))) {
      const [foreign, missing] = [
        await ask(callers[who]!, method, pathOf(path)),
        await ask(callers[who]!, method, pathOf(path, MISSING)),
      ]
      const words = async (reply: Response) => {
        const {
          requestId: _id,
          instance: _instance,
          ...rest
        } = (await reply.json().catch(() => ({}))) as Record<string, unknown>
        return rest
      }
      expect([method, path, foreign.status]).toEqual([method, path, missing.status])
      expect([method, path, await words(foreign)]).toEqual([method, path, await words(missing)])
      expect([method, path, foreign.status]).toEqual([method, path, expect.toBeOneOf([403, 404, 409])])
    }

    expect(await fingerprint(api)).toBe(before)
  })
})

describe.each(['member', 'admin', 'owner'])('the %s of an organization, in its context', (role) => {
  it('sec/E2 can read each of its resources', SLOW, async () => {
    const caller = callers[`${role} of the same organization`]!
    for (const path of ['/api/Job/:id', '/api/WorkData/:id', '/api/WorkData/:id/Download', '/api/ProcessingStep/:id']) {
      expect([path, (await ask(caller, 'GET', pathOf(path))).status]).toEqual([path, 200])
    }
  })
})

describe('a public step', () => {
  const WHO = Object.keys(EXPECTED).filter((who) => EXPECTED[who]?.user === IN && EXPECTED[who].admin !== IN)
  const steps = routes.filter(({ path }) => path.startsWith('/api/ProcessingStep/:id'))
  const stored = async () =>
    asSystem(api.db, async (tx) => (await tx.query('select * from processing_step where id = $1', [publicStep])).rows)

  it.each(WHO)('sec/E2 can be read by %s, but not changed', SLOW, async (who) => {
    const before = await stored()

    for (const { method, path } of steps) {
      const reply = await ask(callers[who]!, method, pathOf(path, publicStep))
      if (method === 'GET') expect([path, reply.status]).toEqual([path, 200])
      else if (!/\/(RunExample|CopyTo\w+)$/.test(path))
        expect([method, path, reply.status]).toEqual([method, path, expect.toBeOneOf([400, 403, 404])])
    }

    expect(await stored()).toEqual(before)
  })
})

describe('an administrator', () => {
  it.each(['Job', 'WorkData', 'ProcessingStep'])(
    'sec/E6 finds resources of others (%s) only by the queries of the admin mode',
    async (kind) => {
      const finds = async (query: string) => {
        const made = await api.administrator.post(`/api/${kind}Query/${query}`, { Filter: { ShowHidden: true } })
        const found = await api.administrator.read<object>(made.headers.get('location') ?? '')
        return JSON.stringify(found).includes(`/api/${kind}/${things[kind]}"`)
      }

      expect([await finds('CreateQuery'), await finds('CreateAdminQuery')]).toEqual([false, true])
    },
  )
})
