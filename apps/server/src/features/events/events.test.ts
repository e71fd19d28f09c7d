import type { LiveEvent } from '@millrace/contracts/events'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { hrefOf } from '@millrace/siren/read'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppEnv } from '#app-env.ts'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { eventStreams } from './event-streams.ts'
import { eventRoutes } from './events.routes.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('watched'))
const open: EventReader[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()))
})

/** Reads a stream as an event client does: messages in order, without keep-alives. */
class EventReader {
  readonly seen: LiveEvent[] = []
  readonly raw: string[] = []
  isOver = false
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #done: Promise<void>

  constructor(reply: Response) {
    this.#reader = reply.body!.getReader()
    this.#done = this.#read()
    open.push(this)
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder()
    for (let rest = ''; ; ) {
      const { value, done } = await this.#reader.read()
      if (done) break
      const parts = (rest + decoder.decode(value)).split('\n\n')
      rest = parts.pop() ?? ''
      this.raw.push(...parts)
      for (const part of parts) {
        const data = /^data: ?(.*)$/m.exec(part)?.[1] ?? ''
        if (data !== '') this.seen.push(JSON.parse(data) as LiveEvent)
      }
    }
    this.isOver = true
  }

  /** The last position that the stream sent. */
  get cursor(): string | undefined {
    return this.raw.flatMap((part) => /^id: (.*)$/m.exec(part)?.[1] ?? []).at(-1)
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
    await this.#done
  }
}

async function listens(
  client: TestClient,
  headers: Record<string, string> = {},
  at = '/api/Events',
): Promise<EventReader> {
  const reply = await client.get(at, headers)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  return new EventReader(reply)
}

const links = (reader: EventReader, type = 'Job') =>
  reader.seen.filter((event) => event.ResourceType === type).map((event) => event.ResourceLink)

const soon = { timeout: 10_000, interval: 20 }

describe('the event stream', () => {
  it('refers to a changed job by its exact URL', async () => {
    const alice = await api.signUp()
    const reader = await listens(alice)

    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    await does(alice, job, 'StartProcessing')

    await expect.poll(() => links(reader), soon).toContain(job)
    const { links: own } = await alice.read<{ links: { rel: string[]; href: string }[] }>(job)
    expect(own.find((link) => link.rel.includes('self'))?.href).toBe(job)
  })

  it('starts with an empty keep-alive and contains only messages with the three fields', async () => {
    const alice = await api.signUp()
    const reader = await listens(alice)
    await uploads(alice)

    await expect.poll(() => links(reader, 'WorkData'), soon).toHaveLength(1)

    expect(reader.raw[0]).toBe('event: keepalive\ndata: ')
    for (const event of reader.seen) {
      expect(Object.keys(event)).toEqual(['EventType', 'ResourceType', 'ResourceLink'])
      expect(Object.values(event).every((value) => typeof value === 'string' && value !== '')).toBe(true)
    }
  })

  it('starts with the jobs that are running or ended recently, because the client may have missed their events', async () => {
    const alice = await api.signUp()
    const [ownStep = ''] = await worker.registers(manifest('watched_alone'))
    const job = await hasJob(alice, ownStep, 'Pending')
    const [lease] = await worker.claims([ownStep])
    const whileRunning = await listens(alice)
    await worker.on(lease!).writes('a\n')
    await worker.on(lease!).call('POST', 'complete', {})

    const afterwards = await listens(alice)

    await expect.poll(() => links(whileRunning), soon).toContain(job)
    await expect.poll(() => links(afterwards), soon).toContain(job)
  })

  it('lists every job that ended even if so many jobs changed at the same time that it sends a Refresh', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Pending')
    const reader = await listens(alice)
    await expect.poll(() => reader.raw.length, soon).toBeGreaterThan(0)

    await asSystem(api.deps.db, async (tx) => {
      await tx.query(`update job set state = 'Error', error = 'x', completed_at = now() where owner_id = $1`, [
        alice.publicId,
      ])
      for (let index = 0; index < 401; index++) {
        tx.changed({ type: 'Job', event: 'Changed', id: api.deps.newId(), ownerId: alice.publicId })
      }
    })

    await expect.poll(() => reader.seen.some((event) => event.EventType === 'Refresh'), soon).toBe(true)
    await expect.poll(() => links(reader), soon).toContain(job)
  })

  it('does not send one owner’s bulk change to other owners', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const [hers, his] = [await listens(alice), await listens(mallory)]

    await asSystem(api.deps.db, async (tx) => {
      for (let index = 0; index < 401; index++) {
        tx.changed({ type: 'Job', event: 'Changed', id: api.deps.newId(), ownerId: alice.publicId })
      }
    })
    await uploads(mallory)

    await expect.poll(() => hers.seen.map(({ EventType }) => EventType), soon).toEqual(['Refresh'])
    await expect.poll(() => his.seen.length, soon).toBeGreaterThan(0)
    expect(his.seen.map(({ ResourceType }) => ResourceType)).toEqual(['WorkData'])
  })

  it('announces a failed job again when the Python client reads it, because that client waits for an event', async () => {
    const alice = await api.signUp()
    const job = await hasJob(alice, stepId, 'Pending')
    const python = { accept: '*/*', 'user-agent': 'python-httpx/0.28.1' }
    const [browser, waiting] = [await listens(alice), await listens(alice, python)]
    // Events arrive in order, so no event of the job arrives after the event of a later upload.
    const seesUpload = async () => {
      const upload = await uploads(alice)
      await expect
        .poll(() => [browser, waiting].every((one) => links(one, 'WorkData').includes(upload)), soon)
        .toBe(true)
    }
    await does(api.administrator, job, 'SetJobToErrorState', { Message: 'It broke.' })
    await seesUpload()
    expect(links(waiting)).toContain(job)
    const before = [links(browser).length, links(waiting).length]

    for (let times = 0; times < 20; times++) await alice.get(job, python)
    await alice.get(job)
    await seesUpload()

    expect([links(browser).length, links(waiting).length]).toEqual([before[0], (before[1] ?? 0) + 5])
  })

  /** Opens streams that no other test uses, for one user. */
  async function alone() {
    const alice = await api.signUp()
    const streams = eventStreams({ ...api.deps, recentJobs: async () => [] })
    const actor = { ownerId: alice.publicId, userId: alice.userId } as AppEnv['Variables']['actor']
    const app = new Hono<AppEnv>()
      .use((c, next) => {
        c.set('actor', actor)
        c.set('origin', 'http://localhost:3000')
        c.set('until', null)
        return next()
      })
      .route(
        '/',
        eventRoutes(streams, api.deps.lanes.streams, async () => undefined),
      )
    return { app, streams }
  }

  it('is not opened for HEAD, because nobody would read or close it', async () => {
    const { app, streams } = await alone()

    const reply = await app.request('/Events', { method: 'HEAD' })

    expect([reply.status, reply.headers.get('content-type'), streams.count()]).toEqual([200, 'text/event-stream', 0])
    streams.close()
  })

  it('ends cleanly when the server closes, and closes the connection of later requests', async () => {
    const { app, streams } = await alone()
    const before = await app.request('/Events')
    streams.close()

    const after = await app.request('/Events')

    expect([before.headers.get('connection'), await before.text()]).toEqual([null, 'event: keepalive\ndata: \n\n'])
    expect([after.status, after.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect([after.headers.get('connection'), await after.text(), streams.count()]).toEqual(['close', '', 0])
  })

  it('sec/E5 shows no data of other users', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const [hers, his] = [await listens(alice), await listens(mallory)]

    await hasJob(alice, stepId, 'Pending')
    const job = await hasJob(mallory, stepId, 'Pending')

    await expect.poll(() => links(his), soon).toContain(job)
    expect(new Set(links(his))).toEqual(new Set([job]))
    expect(links(hers)).not.toContain(job)
  })

  it('sec/G6 requires authentication and refuses worker keys', async () => {
    expect((await api.anonymous().get('/api/Events')).status).toBe(401)
    expect((await api.anonymous().get('/api/Events', { 'x-api-key': worker.key })).status).toBe(403)
  })
})

describe('a live stream', () => {
  /** Returns the link in the entry point: a stream of all changes since the entry point was read. */
  const liveUpdates = async (client: TestClient) =>
    hrefOf(await client.read<SirenDocument>('/api/EntryPoint'), 'LiveUpdates') ?? ''

  const after = (cursor: string) => `/api/Events?after=${encodeURIComponent(cursor)}`

  it('includes the changes between reading the entry point and opening the stream', async () => {
    const alice = await api.signUp()
    await uploads(alice)
    await expect.poll(() => liveUpdates(alice), soon).not.toBe(await liveUpdates(await api.signUp()))
    const href = await liveUpdates(alice)
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    const reader = await listens(alice, {}, href)

    await expect.poll(() => links(reader), soon).toContain(job)
    expect(reader.seen.map(({ EventType }) => EventType)).not.toContain('Refresh')
  })

  it('resumes after the last event that was read, without repetition', async () => {
    const alice = await api.signUp()
    const first = await listens(alice, {}, await liveUpdates(alice))
    const known = await hasJob(alice, stepId, 'ReadyForProcessing')
    // Announcements arrive in order, so once the stream has this one, no change of the job is still on its way.
    const last = await uploads(alice)
    await expect.poll(() => links(first, 'WorkData'), soon).toContain(last)
    expect(links(first)).toContain(known)
    expect((await liveUpdates(alice)).endsWith(after(first.cursor ?? ''))).toBe(true)
    await first.close()
    const missed = await hasJob(alice, stepId, 'ReadyForProcessing')

    const byAddress = await listens(alice, {}, after(first.cursor ?? ''))
    const byHeader = await listens(alice, { 'last-event-id': first.cursor ?? '' }, after('long ago'))

    for (const reader of [byAddress, byHeader]) {
      await expect.poll(() => links(reader), soon).toContain(missed)
      expect(links(reader)).not.toContain(known)
    }
  })

  it('continues on a server that started later', async () => {
    const other = await testApi({ db: api.db as never })
    const alice = await api.signUp()
    const elsewhere = Object.assign(other.anonymous(), { cookies: alice.cookies })
    await expect.poll(async () => (await liveUpdates(elsewhere)) === (await liveUpdates(alice)), soon).toBe(true)
    const href = await liveUpdates(alice)
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')

    const reader = await listens(elsewhere, {}, href)

    await expect.poll(() => links(reader), soon).toContain(job)
    expect(reader.seen.map(({ EventType }) => EventType)).not.toContain('Refresh')
  })

  it('sends one Refresh if the position is unknown', async () => {
    const alice = await api.signUp()
    await hasJob(alice, stepId, 'ReadyForProcessing')

    const reader = await listens(alice, {}, after('of.another-server'))

    await expect.poll(() => reader.cursor, soon).toBeDefined()
    expect(reader.seen.map(({ EventType }) => EventType)).toEqual(['Refresh'])
  })

  it('sends progress values, while plain streams only report a change of the job', async () => {
    const alice = await api.signUp()
    const [ownStep = ''] = await worker.registers(manifest('progressing'))
    const job = await hasJob(alice, ownStep, 'Pending')
    const [lease] = await worker.claims([ownStep])
    await expect.poll(async () => (await alice.read<SirenDocument>(job)).properties.State, soon).toBe('Processing')
    const live = await listens(alice, {}, await liveUpdates(alice))
    const last = await uploads(alice)
    await expect.poll(() => links(live, 'WorkData'), soon).toContain(last)
    const plain = await listens(alice)
    await expect.poll(() => links(plain), soon).toEqual([job])
    const before = live.seen.length

    const start = performance.now()
    for (const progress of [0.1, 0.2, 0.3, 0.4, 0.5]) await worker.on(lease!).call('POST', 'heartbeat', { progress })

    const values = () => live.seen.slice(before).map((event) => 'Progress' in event && event.Progress)
    await expect.poll(() => values().at(-1), soon).toBe(0.5)
    expect(values()[0]).toBe(0.1)
    // At most two values are sent per second, so on a fast machine only the first and the last of the five arrive.
    expect(values().length).toBeLessThanOrEqual(2 + (performance.now() - start) / 500)
    await expect.poll(() => links(plain).length, soon).toBe(1 + values().length)
    expect(plain.seen.every((event) => Object.keys(event).length === 3)).toBe(true)
  })
})

describe('an open stream ends immediately when', () => {
  const key = async (client: Awaited<ReturnType<typeof api.signUp>>) =>
    (await (await client.post('/api/keys')).json()) as { id: string; key: string }

  it.each([
    ['the key is disabled', 'update api_key set active = false where id = $1'],
    ['the key is deleted', 'delete from api_key where id = $1'],
    ['the key expires', `update api_key set expires_at = now() - interval '1 second' where id = $1`],
  ])('%s', async (_when, statement) => {
    const alice = await api.signUp()
    const made = await key(alice)
    const reader = await listens(api.anonymous(), { 'x-api-key': made.key })

    await api.db.pool.query(statement, [made.id])
    await uploads(alice)

    await expect.poll(() => reader.isOver, soon).toBe(true)
    expect(reader.seen).toEqual([])
  })

  it('sec/C6 the user is banned', async () => {
    const alice = await api.signUp()
    const [bySession, byKey] = [
      await listens(alice),
      await listens(api.anonymous(), { 'x-api-key': (await key(alice)).key }),
    ]

    await api.administrator.post('/api/auth/admin/ban-user', { userId: alice.userId })

    await expect.poll(() => [bySession.isOver, byKey.isOver], soon).toEqual([true, true])
  })

  it('sec/C6 the user’s role changes, the sessions are revoked, or the account is deleted', async () => {
    const people = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    const readers = await Promise.all(people.map((person) => listens(person)))
    const does = (path: string, index: number, more = {}) =>
      api.administrator.post(`/api/auth/admin/${path}`, { userId: people[index]?.userId, ...more })

    await does('set-role', 0, { role: 'admin' })
    await does('revoke-user-sessions', 1)
    await does('remove-user', 2)

    await expect.poll(() => readers.map((reader) => reader.isOver), soon).toEqual([true, true, true])
  })

  it('sec/C6 the user signs out or switches to another organization', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    const [hers, his] = [await listens(alice), await listens(bob)]

    await alice.post('/api/auth/sign-out')
    await bob.post('/api/auth/organization/create', { name: 'Lab', slug: `lab-${bob.publicId}` })

    await expect.poll(() => [hers.isOver, his.isOver], soon).toEqual([true, true])
  })

  it('sec/C6 the key is disabled while a worker waits for jobs with it', async () => {
    const made = (await (await api.administrator.post('/api/keys?scope=worker')).json()) as { id: string; key: string }
    const headers = { 'x-api-key': made.key }
    const registered = await api
      .anonymous()
      .request('PUT', '/worker/v1/steps', { body: { manifests: [manifest('of_admin')] }, headers })
    const { steps } = (await registered.json()) as { steps: { stepId: string }[] }
    const claim = { worker: 'x', stepIds: steps.map((step) => step.stepId), waitMs: 20_000 }

    const waiting = api.anonymous().post('/worker/v1/claim', claim, headers)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await api.db.pool.query('update api_key set active = false where id = $1', [made.id])

    expect((await waiting).status).toBe(401)
  })
})
