import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '../e2e/api-client.ts'
import { startProduct } from '../e2e/product.ts'
import { asSuperuser } from '../e2e/superuser.ts'
import { record } from './results.ts'

/*
 * W12: accounts. Measures sign-ins per second with argon2id and their effect on other requests; get-session; the
 * administrators' list of 100,000 users with every filter and sort; and the activity log with a million entries. Uses
 * HTTP and the launched product. W12_SCALE=0.01 runs with a hundredth of the rows; `--sign-ins` measures only sign-ins.
 */

const scale = Number(process.env.W12_SCALE ?? 1)
const [USERS, ENTRIES] = [Math.round(100_000 * scale), Math.round(1_000_000 * scale)]
const ROUNDS = 40
const [SIGN_INS, PARALLEL] = [120, 8]
const [PACED, PER_SECOND] = [400, 20]
/** Requests that a signed-in user sends while others sign in. */
const OTHERS = {
  dashboard: '/api/Dashboard',
  'get-session': '/api/auth/get-session',
  'own activity': '/api/account/activity?limit=100',
  'API keys': '/api/keys',
}
const PASSWORD_ACCOUNTS = 30

const product = await startProduct({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
const rows: string[][] = []
try {
  const admin = await signUp(product.url, 'Administrator')
  await fill(admin.email)
  const read = (path: string) => admin.request(path, { headers: { 'x-forwarded-for': address() } })
  await timed(10 * ROUNDS, () => read('/api/auth/get-session')) // until the server's code is compiled
  if (!process.argv.includes('--sign-ins')) {
    const session = await timed(10 * ROUNDS, () => read('/api/auth/get-session'))
    rows.push(['get-session', ...cells(session), '3 ms p50'])
    await listUsers(read)
    await activity(read)
  }
  await signIns(read)
} finally {
  await product.stop()
  product.remove()
}
record({
  title: `W12: accounts, ${USERS.toLocaleString('en')} users, ${ENTRIES.toLocaleString('en')} entries of the activity log`,
  columns: ['request', 'p50', 'p95', 'p99', 'target'],
  rows,
  notes: [
    `Milliseconds over HTTP, ${ROUNDS} times each, one after the other. The load average at the end was ${loadavg()[0]?.toFixed(1)}.`,
    `Sign-ins: by ${PASSWORD_ACCOUNTS} users, each from its own address; first ${SIGN_INS}, ${PARALLEL} in parallel, then ${PACED}, one every ${1000 / PER_SECOND} ms. Meanwhile, a signed-in user repeats ${Object.keys(OTHERS).join(', ')} in turn, 5 ms apart.`,
  ],
})

/** Inserts users and activity log entries directly into the tables, without triggers. */
async function fill(email: string): Promise<void> {
  await asSuperuser(product.dataDirectory, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into "user" (id, public_id, name, email, email_verified, role, plan, created_at)
       select 'u' || n, gen_random_uuid(), 'Person ' || md5(n::text), md5(n::text) || '@example.org', n % 10 > 0,
         case when n % 1000 = 0 then 'admin' else 'user' end, case when n % 20 = 0 then 'enterprise' else 'free' end,
         now() - n * interval '1 minute' from generate_series(1, $1::int) as n`,
      [USERS],
    )
    await client.query(
      `insert into organization (id, public_id, name, slug)
       select 'o' || n, gen_random_uuid(), 'Lab ' || n, 'lab-' || n from generate_series(1, $1::int / 20) as n`,
      [USERS],
    )
    await client.query(
      `insert into member (id, organization_id, user_id)
       select 'm' || n || '-' || k, 'o' || 1 + (n * k) % ($1::int / 20), 'u' || n
       from generate_series(1, $1::int) as n, generate_series(1, 3) as k where n % (k * 2) = 0
       on conflict do nothing`,
      [USERS],
    )
    await client.query(
      `insert into session (id, token, user_id, expires_at, updated_at)
       select 's' || n, md5(n::text), 'u' || n % $1::int, now() + interval '7 days', now() - n * interval '1 s'
       from generate_series(1, $1::int / 2) as n`,
      [USERS],
    )
    await client.query(
      `insert into activity (id, at, user_id, subject_id, action, resource_type, resource_id, metadata)
       select gen_random_uuid(), now() - n * interval '30 seconds', case when n % 50 = 0 then mine.id else 'u' || n % $1::int end,
         'u' || n % $1::int, (array['created', 'updated', 'deleted'])[1 + n % 3],
         (array['user', 'session', 'session', 'organization', 'orgInvite'])[1 + n % 5], 'r' || n,
         '{"event": "session.created", "ipAddress": "203.0.113.7"}'
       from generate_series(1, $2::int) as n, (select id from "user" where email = $3) as mine`,
      [USERS, ENTRIES, email],
    )
    await client.query('vacuum (analyze) "user", activity, organization, member, session')
  })
}

type Read = (path: string) => Promise<Response>

async function listUsers(read: Read): Promise<void> {
  const sorts = ['name', 'role', 'plan', 'createdAt', 'email']
  const filters = [
    '',
    'filterField=role&filterValue=admin',
    'filterField=role&filterOperator=neq&filterValue=admin',
    'filterField=plan&filterValue=enterprise',
    'filterField=plan&filterOperator=neq&filterValue=enterprise',
    'filterField=emailVerified&filterValue=false',
    'filterField=emailVerified&filterOperator=neq&filterValue=false',
    'searchField=name&searchValue=son%20abc',
    'searchField=email&searchValue=abc1',
    'searchField=nameOrEmail&searchValue=abc1',
  ]
  for (const filter of filters) {
    const found: { sort: string; times: number[] }[] = []
    for (const sort of sorts.flatMap((by) => [`sortBy=${by}`, `sortBy=${by}&sortDirection=desc`])) {
      const path = `/api/auth/admin/list-users?limit=50&${sort}${filter && `&${filter}`}`
      found.push({ sort, times: await timed(ROUNDS, () => read(path)) })
    }
    const [slowest] = found.toSorted((a, b) => quantile(b.times, 0.95) - quantile(a.times, 0.95))
    if (!slowest) continue
    const { sort, times } = slowest
    rows.push([`users ${filter || '(all)'}, slowest of ${found.length} sorts: ${sort}`, ...cells(times), '25 ms p95'])
  }
}

async function activity(read: Read): Promise<void> {
  const filters = [
    '',
    'action=deleted',
    'resourceType=orgInvite',
    'action=created&resourceType=organization',
    'userId=u17',
  ]
  const paths = [
    ...filters.map((filter) => `/api/admin/activity?limit=100&${filter}`),
    ...['createdAt', 'action', 'resourceType'].map((sort) => `/api/admin/activity?limit=100&sortBy=${sort}`),
    ...['createdAt', 'action', 'resourceType'].map((sort) => `/api/account/activity?limit=100&sortBy=${sort}`),
    '/api/account/activity?limit=100&sortDirection=asc',
    '/api/account/activity?limit=100&offset=5000',
  ]
  for (const path of paths) rows.push([path, ...cells(await timed(ROUNDS, () => read(path))), '25 ms'])
}

/** Signs in users, first at full speed and then at the target rate, while other requests are repeated. */
async function signIns(read: Read): Promise<void> {
  const people: Awaited<ReturnType<typeof newUser>>[] = []
  for (let n = 0; n < PASSWORD_ACCOUNTS; n += 1) people.push(await newUser())
  const one = (n: number) => timed(1, () => signIn(people[n % people.length]!), 0)
  const idle = await meanwhile(read, async () => {
    await sleep((PACED / PER_SECOND) * 1000)
    return []
  })
  for (const [name, times] of Object.entries(idle.others)) rows.push([`${name}, idle`, ...cells(times), ''])

  let next = 0
  await during('parallel', read, idle.others, async () => {
    const queues = Array.from({ length: PARALLEL }, async () => {
      const times: number[] = []
      for (let n = next++; n < SIGN_INS; n = next++) times.push(...(await one(n)))
      return times
    })
    return (await Promise.all(queues)).flat()
  })
  await during('paced', read, idle.others, async () => {
    const started = performance.now()
    const running: Promise<number[]>[] = []
    for (let n = 0; n < PACED; n += 1) {
      await sleep(Math.max(0, started + (n * 1000) / PER_SECOND - performance.now()))
      running.push(one(n))
    }
    return (await Promise.all(running)).flat()
  })
}

/** Measures sign-ins, and how long other requests take during them, compared with the idle server. */
async function during(how: 'parallel' | 'paced', read: Read, idle: Times, signsIn: () => Promise<number[]>) {
  const { times, others, seconds } = await meanwhile(read, signsIn)
  const rate = `${(times.length / seconds).toFixed(1)} sign-ins per second`
  const title = how === 'paced' ? `sign-in, one every ${1000 / PER_SECOND} ms` : `sign-in, ${PARALLEL} in parallel`
  rows.push([`${title}: ${rate}`, ...cells(times), how === 'paced' ? '' : `${PER_SECOND} per second`])
  for (const [name, found] of Object.entries(others)) {
    const usual = quantile(idle[name] ?? [], 0.99)
    const ratio = `${(quantile(found, 0.99) / usual).toFixed(1)} × idle`
    const target = how === 'paced' ? `${(3 * usual).toFixed(1)} ms p99 (3 × idle)` : ''
    rows.push([`${name}, during ${rate}: p99 ${ratio}`, ...cells(found), target])
  }
}

type Times = Readonly<Record<string, number[]>>

/**
 * Returns the times that `work` measures, and the times of other requests, which are repeated in turn until `work`
 * ends.
 */
async function meanwhile(read: Read, work: () => Promise<number[]>) {
  let isDone = false
  const others = Object.fromEntries(Object.keys(OTHERS).map((name): [string, number[]] => [name, []]))
  const repeated = (async () => {
    while (!isDone) {
      for (const [name, path] of Object.entries(OTHERS)) {
        others[name]?.push(...(await timed(1, () => read(path), 0)))
        await sleep(5)
      }
    }
  })()
  const started = performance.now()
  const times = await work().finally(() => {
    isDone = true
  })
  const seconds = (performance.now() - started) / 1000
  await repeated
  return { times, others, seconds }
}

function json() {
  return { 'content-type': 'application/json', origin: product.url, 'x-forwarded-for': address() }
}

async function newUser(): Promise<{ email: string; password: string }> {
  const person = { email: `${crypto.randomUUID()}@example.org`, password: 'still water runs deep' }
  const body = JSON.stringify({ ...person, name: 'Somebody' })
  const reply = await fetch(`${product.url}/api/auth/sign-up/email`, { method: 'POST', headers: json(), body })
  if (!reply.ok) throw new Error(`Signing up returned ${reply.status}: ${await reply.text()}`)
  return person
}

function signIn(person: { email: string; password: string }): Promise<Response> {
  return fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: json(),
    body: JSON.stringify(person),
  })
}

/** Returns the milliseconds of each call, after `unmeasured` calls that are not counted. */
async function timed(times: number, ask: () => Promise<Response>, unmeasured = 3): Promise<number[]> {
  const found: number[] = []
  for (let round = -unmeasured; round < times; round += 1) {
    const started = performance.now()
    const reply = await ask()
    if (!reply.ok) throw new Error(`${reply.url} returned ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
    if (round >= 0) found.push(performance.now() - started)
  }
  return found
}

function cells(times: number[]): string[] {
  return [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1))
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function address(): string {
  return `10.${[...crypto.getRandomValues(new Uint8Array(3))].join('.')}`
}
