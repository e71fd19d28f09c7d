import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProblemBody } from '@millrace/contracts/problems'
import { asSuperuser } from '@millrace/db/testing/cluster'
import { type TestDatabase, testDatabase } from '@millrace/db/testing/database'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD, temporaryFolder } from './testing/api.ts'
import { manifest } from './testing/jobs.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The bundled server. Bundling takes only as long as starting the server once from source. */
const BUNDLE = path.join(ROOT, 'dist', 'tests-server')
execFileSync(process.execPath, ['scripts/lib/bundle.mjs', 'server', BUNDLE], { cwd: ROOT })

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('the server', () => {
  it('FLT4 finishes running requests on SIGTERM and accepts no new ones', async () => {
    const server = await starts(await testDatabase(), 'upload.after_fsync=delay(1000)')
    const cookie = await server.signsUp()
    const upload = server.uploads(cookie)
    await server.reached('upload.after_fsync')

    server.child.kill('SIGTERM')
    const reply = await upload
    const [code] = await server.exited

    expect([reply.status, code]).toEqual([201, 0])
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow()
  })

  it('FLT4 ends waiting claims and event streams on SIGTERM, and aborts requests that never finish', async () => {
    const server = await starts(await testDatabase())
    const cookie = await server.signsUp()
    const { reply: claim } = await server.claims()
    const events = await fetch(`${server.url}/api/Events`, { headers: { cookie } })
    const reading = events.text()
    const stuck = fetch(`${server.url}/api/Job/CreateJob`, {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"Name"')) }),
      duplex: 'half',
    } as RequestInit).catch(String)

    server.child.kill('SIGTERM')
    const [code] = await server.exited

    expect(code).toBe(0)
    expect(await (await claim).json()).toEqual({ leases: [] })
    expect(await reading).toContain('keepalive')
    expect(await stuck).toMatch(/Error/)
  })

  it('FLT31 logs the reason and exits so that it is restarted when it uses too much memory', async () => {
    const server = await starts(await testDatabase(), '', { SERVER_MEMORY_MB: '50' })

    const line = await server.said('MB of memory')
    const [code] = await server.exited

    expect(line).toMatch(/The server uses \d+ MB of memory\. The limit is 50 MB\. Restarting\./)
    expect(code).toBe(1)
  })

  it('FLT32 serves again once clients have closed the connections that used up its file descriptors', async () => {
    const server = await starts(await testDatabase(), '', {}, 100)
    const clients = Array.from({ length: 200 }, () => connect(Number(new URL(server.url).port), 'localhost'))
    for (const client of clients) client.on('error', () => {})
    const refused = Promise.any(clients.map((client) => once(client, 'close')))

    await refused
    for (const client of clients) client.destroy()

    await vi.waitFor(async () => expect((await server.ready()).status).toBe(200), { timeout: 20_000 })
    expect((await server.uploads(await server.signsUp())).status).toBe(201)
    expect(server.child.exitCode).toBe(null)
  })

  it('FLT34 replies with 500 and logs its id when the stream of an upload fails', async () => {
    const server = await starts(await testDatabase(), 'upload.mid_stream=error')

    const reply = await server.uploads(await server.signsUp())
    const problem = (await reply.json()) as ProblemBody & { requestId: string }

    expect([reply.status, problem.code]).toEqual([500, 'unexpected'])
    expect(await server.said(problem.requestId)).toContain('Failpoint upload.mid_stream')
    expect((await server.ready()).status).toBe(200)
  })

  it('FLT13 returns 503 while the database terminates connections, and recovers automatically', async () => {
    const db = await testDatabase()
    const server = await starts(db, 'job.create=delay(1000)')
    const cookie = await server.signsUp()
    const create = () =>
      fetch(`${server.url}/api/Job/CreateJob`, {
        method: 'POST',
        headers: { cookie, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ Name: 'A job' }),
      })
    const making = create()
    await server.reached('job.create')

    const name = new URL(db.url).pathname.slice(1)
    await asSuperuser(
      db.superuserUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    )
    const cut = await making
    const after = await create()

    expect([cut.status, cut.headers.get('retry-after'), ((await cut.json()) as ProblemBody).code]).toEqual([
      503,
      '2',
      'busy',
    ])
    expect(after.status).toBe(201)
    expect(server.child.exitCode).toBe(null)
  })

  it('waits for a database that is still starting, and logs it once', async () => {
    const door = await doorTo(await testDatabase())
    const child = spawnServer({ DATABASE_URL: door.url, MILLRACE_DATA: await temporaryFolder(), PORT: '0' })
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    const said = saying(child)

    await said('is not reachable yet')
    await door.open()
    await said('"listening"')

    expect(out.match(/The database is not reachable yet \(connect ENOENT .*Waiting up to 60 s\./g)).toHaveLength(1)
  })

  it('FLT13 returns 503 while the database is unreachable, and recovers automatically', async () => {
    const db = await testDatabase()
    const door = await doorTo(db)
    await door.open()
    const server = await starts({ ...db, url: door.url })
    const cookie = await server.signsUp()
    const asks = (at: string) => fetch(`${server.url}${at}`, { headers: { cookie } })

    await door.close()
    const away = await Promise.all(['/api/JobsRoot', '/api/auth/get-session', '/health/ready'].map(asks))
    await door.open()
    const back = await asks('/api/auth/get-session')

    expect(away.map((reply) => [reply.status, reply.headers.get('retry-after')])).toEqual(Array(3).fill([503, '2']))
    expect(((await back.json()) as { user: { name: string } }).user.name).toBe('Ada')
  })

  it('starts together with a second server on the same empty database', async () => {
    const db = await testDatabase()

    const [one, other] = await Promise.all([starts(db), starts(db)])

    expect([(await one.ready()).status, (await other.ready()).status]).toEqual([200, 200])
  })

  it.each([
    ['a superuser', (db: TestDatabase) => ({ DATABASE_URL: db.superuserUrl }), /^DATABASE_URL names a superuser/],
    [
      'an unreachable database',
      () => ({ DATABASE_URL: 'postgresql://nobody@localhost:1/nothing', DATABASE_WAIT: '0', LOG_LEVEL: 'error' }),
      /^The database was not reachable within 0 s \(connect ECONNREFUSED.* Check DATABASE_URL and the database, then/,
    ],
    [
      'a database that does not exist',
      (db: TestDatabase) => ({ DATABASE_URL: `${db.url.replace(/\/test_[^?]*/, '/nothing')}` }),
      /^The database cannot be opened: database "nothing" does not exist\. Check DATABASE_URL/,
    ],
    [
      'failpoints in production',
      (db: TestDatabase) => ({ DATABASE_URL: db.url, FAILPOINTS: 'job.start=crash', NODE_ENV: 'production' }),
      /^FAILPOINTS is for fault tests only/,
    ],
    [
      'an invalid setting',
      (db: TestDatabase) => ({ DATABASE_URL: db.url, PORT: 'x' }),
      /^Some settings are not valid.* PORT/,
    ],
  ])('refuses to start with %s and explains it in one line', async (_what, env, words) => {
    const child = spawnServer({ MILLRACE_DATA: await temporaryFolder(), ...env(await testDatabase()) })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })

    const [code] = await once(child, 'close')

    expect(code).toBe(1)
    expect(said.trim().split('\n')).toEqual([expect.stringMatching(words)])
  })
})

/**
 * Creates another address for the database. The address accepts connections only while the door is open. Closing the
 * door ends all connections.
 */
async function doorTo(db: TestDatabase) {
  const address = new URL(db.url)
  const name = '.s.PGSQL.5432'
  const socket = path.join(address.searchParams.get('host') ?? '', name)
  const folder = await temporaryFolder()
  address.searchParams.set('host', folder)
  return {
    url: address.href,
    open: () => symlink(socket, path.join(folder, name)),
    async close() {
      await rm(path.join(folder, name))
      await asSuperuser(
        db.superuserUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${address.pathname.slice(1)}' and pid <> pg_backend_pid()`,
      )
    },
  }
}

function spawnServer(env: Record<string, string>, descriptors?: number): ChildProcess {
  const main = path.join(BUNDLE, 'main.js')
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', main]
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, ...command], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function starts(db: TestDatabase, failpoints = '', settings: Record<string, string> = {}, descriptors?: number) {
  const data = await temporaryFolder()
  const child = spawnServer(
    {
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: db.url,
      MILLRACE_DATA: data,
      LOG_LEVEL: 'debug',
      FAILPOINTS: failpoints,
      ...settings,
    },
    descriptors,
  )
  const exited = once(child, 'exit')
  const said = saying(child)
  const started = said('"listening"')
  const line = await Promise.race([started, exited.then(() => Promise.reject(new Error('The server did not start.')))])
  const url = `http://localhost:${(JSON.parse(line) as { port: number }).port}`
  return {
    url,
    child,
    exited,
    said,
    reached: (failpoint: string) => said(`Failpoint ${failpoint}`),
    ready: () => fetch(`${url}/health/ready`),
    async signsUp() {
      const reply = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ name: 'Ada', email: `${crypto.randomUUID()}@example.org`, password: PASSWORD }),
      })
      expect(reply.status, await reply.clone().text()).toBe(200)
      return reply.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
    },
    /** Sends a claim for a new step. Resolves once the claim waits for a job. */
    async claims() {
      const key = (await readFile(path.join(data, 'worker.key'), 'utf8')).trim()
      const call = (method: string, at: string, body: object) =>
        fetch(`${url}/worker/v1/${at}`, {
          method,
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const made = await call('PUT', 'steps', { manifests: [manifest('waited_for')] })
      const { steps } = (await made.json()) as { steps: { stepId: string }[] }
      const stepIds = steps.map((step) => step.stepId)
      await call('POST', 'claim', { worker: 'test', stepIds })
      return { reply: call('POST', 'claim', { worker: 'test', stepIds, waitMs: 25_000 }) }
    },
    uploads(cookie: string) {
      const form = new FormData()
      form.append('files', new Blob(['a\n1\n']), 'table.csv')
      const headers = { cookie, origin: url }
      return fetch(`${url}/api/WorkData/UploadWorkData`, { method: 'POST', headers, body: form })
    },
  }
}

/** Returns a function that waits for a string in the output, including output that has already been printed. */
function saying(child: ChildProcess): (words: string) => Promise<string> {
  const said: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream ?? process.stdin }).on('line', (line) => {
      said.push(line)
      for (const look of waiting) look()
    })
  }
  return (words) =>
    new Promise((settle) => {
      const look = () => {
        const found = said.find((line) => line.includes(words))
        if (found === undefined) return
        waiting.delete(look)
        settle(found)
      }
      waiting.add(look)
      look()
    })
}
