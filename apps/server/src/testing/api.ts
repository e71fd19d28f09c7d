import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '@millrace/db/connect'
import { newUuidV7 } from '@millrace/db/new-id'
import { type TestDatabase, testDatabase } from '@millrace/db/testing/database'
import { startQueue } from '@millrace/dispatch/boss'
import { directoryStorage } from '@millrace/storage/directory'
import { pino } from 'pino'
import { afterAll, afterEach, expect, onTestFinished, TestRunner } from 'vitest'
import { openAccounts } from '#accounts.ts'
import { createApp } from '#app.ts'
import type { AuthLimits } from '#auth/limits.ts'
import { createPasswords, type HASHING } from '#auth/passwords.ts'
import type { Deps } from '#deps.ts'
import { readEnv } from '#env.ts'
import { openHub } from '#events/hub.ts'
import { BODY_LIMITS, type BodyLimits } from '#limiter/body-limits.ts'
import type { Foreground } from '#limiter/foreground.ts'
import { type LaneRules, openLanes } from '#limiter/lanes.ts'
import { loggedError } from '#log-errors.ts'
import { TestClient, type TestServer } from './client.ts'
import { outboxReader } from './mail.ts'

export const PASSWORD = 'still water runs deep'

const PLENTY = { max: 100_000, window: 60 }
const LIMITS: AuthLimits = {
  path: PLENTY,
  credentials: PLENTY,
  mails: PLENTY,
  account: PLENTY,
  codes: PLENTY,
  recipient: PLENTY,
  invitations: PLENTY,
  invited: PLENTY,
  comments: PLENTY,
  mentions: PLENTY,
  accessRequests: PLENTY,
}

/** Settings of a test that differ from those of the product. */
export interface TestSettings {
  env?: Record<string, string>
  limits?: Partial<AuthLimits>
  hashing?: typeof HASHING
  lanes?: Partial<LaneRules>
  foreground?: Foreground
  bodyLimits?: Partial<BodyLimits>
  /** Disk space that is never used for files. 0 by default. */
  storageReserve?: number
  /** Whether to start without any account. By default, an administrator exists. */
  empty?: boolean
  /** The database of another app in the same test, to share it. */
  db?: TestDatabase
  /** The data directory of another app in the same test, to share it. */
  data?: string
}

export interface Person {
  name: string
  email: string
  password: string
}

export type TestApi = Awaited<ReturnType<typeof testApi>>

/**
 * Creates the real app with fast hashing and high rate limits, on its own database unless `db` is given. The app is
 * closed after the running test or, outside a test, after the test file.
 */
export async function testApi(settings: TestSettings = {}) {
  const errors: string[] = []
  const said: string[] = []
  const deps = await testDeps(settings, errors)
  const accounts = await openAccounts({ ...deps, db: deps.reserved }, (line) => said.push(line))
  const { app, endWaiting, close } = createApp(deps, accounts)
  const server: TestServer = { app, env: deps.env }

  const complain = isInTest() ? onTestFinished : afterEach
  complain(() => {
    expect(errors.splice(0), 'errors in the log of the server').toEqual([])
  })
  whenDone(async () => {
    endWaiting()
    await close()
    await accounts.close()
    await deps.queue.stop({ graceful: false })
    await deps.hub.close()
    await deps.reserved.close()
  })

  const api = {
    app,
    deps,
    accounts,
    /** What the server printed for the operator. */
    said,
    db: deps.db,
    /** Errors that the server logged. A test that expects errors must remove them. */
    errors,
    mailTo: outboxReader(path.join(deps.env.MILLRACE_DATA, 'outbox')),
    /** Ends waiting claims and event streams, as a stopping server does. */
    endWaiting,
    anonymous: (address?: string) => new TestClient(server, address),
    signUp: (person: Partial<Person> = {}) => signUp(new TestClient(server), person),
  }
  const administrator = settings.empty || settings.db ? undefined : await api.signUp({ name: 'Ada Ministra' })
  return Object.assign(api, { administrator: administrator as Awaited<ReturnType<typeof signUp>> })
}

async function testDeps(settings: TestSettings, errors: string[]): Promise<Deps> {
  const db = settings.db ?? (await testDatabase())
  const data = settings.data ?? (await temporaryFolder())
  const env = readEnv({ NODE_ENV: 'test', DATABASE_URL: db.url, MILLRACE_DATA: data, ...settings.env })
  const log = pino(
    { level: 'error', serializers: { err: loggedError } },
    { write: (line: string) => void errors.push(line) },
  )
  return {
    env,
    log,
    db,
    reserved: openDatabase(db.url, { max: 2 }),
    lanes: openLanes(settings.lanes, settings.foreground),
    bodyLimits: { ...BODY_LIMITS, ...settings.bodyLimits },
    queue: await startQueue(db, { onError: (err) => log.error({ err }, 'queue') }),
    storage: await directoryStorage(path.join(data, 'objects'), { reserveBytes: settings.storageReserve ?? 0 }),
    hub: await openHub(db.url),
    secret: 'a secret of the tests, the same for all apps of one',
    now: () => new Date(),
    newId: () => newUuidV7(),
    randomBytes,
    reach: () => {},
    passwords: createPasswords(settings.hashing ?? { memoryKiB: 1024, passes: 1, lanes: 1 }),
    limits: { ...LIMITS, ...settings.limits },
  }
}

/** Creates a temporary folder, which is removed after the test or, outside a test, after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-test-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Cleans up after the running test or, outside a test, after the test file. The function registered last runs first.
 */
function whenDone(cleanUp: () => Promise<void>): void {
  if (isInTest()) onTestFinished(cleanUp)
  else afterAll(cleanUp)
}

function isInTest(): boolean {
  return TestRunner.getCurrentTest() !== undefined
}

async function signUp(client: TestClient, given: Partial<Person>) {
  const id = randomUUID().slice(0, 8)
  const person = { name: `Mara ${id}`, email: `mara.${id}@example.org`, password: PASSWORD, ...given }
  const reply = await client.post('/api/auth/sign-up/email', person)
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { user } = (await reply.json()) as { user: { id: string; publicId: string } }
  return Object.assign(client, { person, userId: user.id, publicId: user.publicId })
}
