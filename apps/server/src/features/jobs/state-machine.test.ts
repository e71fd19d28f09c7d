import { rename, stat } from 'node:fs/promises'
import type { Lease } from '@millrace/contracts/worker'
import { damagedRelations } from '@millrace/db/testing/damage'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { hasJob, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { endExpiredAttempts, findMissingData } from '../../maintenance.ts'

/*
 * Seeded random sequences of actions by users, administrators, workers (on time, late, repeated) and maintenance. Some
 * of the actions are concurrent. After every step, all invariants of the database are checked. No response may be a
 * server error, and a worker without the current lease must always be rejected.
 */

const api = await testApi()
const worker = await testWorker(api)
const superuser = new pg.Pool({ connectionString: api.deps.db.url.replace('//millrace@', '//postgres@') })
afterAll(() => superuser.end())

const SEED = Number(process.env.SEED ?? 20_261_121)
/** Number of sequences. A number rather than a duration, so that a slow machine checks as much as a fast one. */
const RUNS = Number(process.env.RUNS ?? (IS_LONG ? 500 : 5))

/** The resources of one sequence, in order of creation. */
interface World {
  alice: TestClient
  stepId: string
  jobs: string[]
  data: string[]
  leases: Lease[]
}

type Act = (world: World, pick: number) => Promise<unknown>

const idOf = (href: string) => href.split('/').at(-1) ?? ''
/** Picks one of the latest resources, because most of the older ones have ended. */
const one = <T>(things: T[], pick: number): T | undefined =>
  things.at(-1 - (pick % Math.min(Math.max(things.length, 1), 4)))

function onJob(action: string, body?: object): Act {
  return ({ alice, jobs }, pick) => ask(alice, one(jobs, pick), action, body)
}

async function ask(client: TestClient, thing: string | undefined, action: string, body?: object): Promise<void> {
  if (!thing) return
  const reply = await client.post(`${thing}/${action}`, body)
  expect(reply.status, `${action}: ${await reply.clone().text()}`).toBeLessThan(500)
}

/** Returns an action that sends a request with one of the latest leases. Only a current lease may change anything. */
function withLease(method: string, rest: string, body?: unknown): Act {
  return async ({ leases }, pick) => {
    const lease = one(leases, pick)
    if (!lease) return
    const before = await currentToken(lease)
    const reply = await worker
      .on(lease)
      .call(method, rest, body, typeof body === 'string' ? { 'content-type': 'text/csv' } : {})
    const after = await currentToken(lease)
    expect(reply.status, `${rest}: ${await reply.clone().text()}`).toBeLessThan(500)
    if (before !== lease.token && after !== lease.token) expect(reply.status).toBe(409)
  }
}

async function currentToken(lease: Lease): Promise<string | null> {
  const { rows } = await superuser.query('select lease_token as token from job where id = $1', [lease.id])
  return rows[0]?.token ?? null
}

async function moves(from: string, to: string): Promise<void> {
  if (await stat(from).catch(() => undefined)) await rename(from, to).catch(() => {})
}

async function fileOf({ data }: World, pick: number): Promise<string | undefined> {
  const { rows } = await superuser.query('select sha256 from work_data where id = $1', [
    idOf(one(data, pick) ?? '') || null,
  ])
  return rows[0] && (await api.deps.storage.localPath(rows[0].sha256))
}

async function setsUp(world: World, more: object): Promise<void> {
  const reply = await world.alice.post('/api/Job/RapidSetup', {
    Name: 'A job',
    ProcessingStepUrl: stepHref(world.stepId),
    InputDataSlots: [{ WorkDataUrls: [world.data.at(-1) ?? (await uploads(world.alice))] }],
    Start: true,
    ...more,
  })
  expect(reply.status, await reply.clone().text()).toBeLessThan(500)
  if (reply.status === 201) world.jobs.push(reply.headers.get('location') ?? '')
}

const ACTS: Record<string, Act> = {
  async create(world) {
    world.jobs.push(await hasJob(world.alice, world.stepId, 'Created'))
  },
  async createReady(world) {
    world.jobs.push(await hasJob(world.alice, world.stepId, 'ReadyForProcessing'))
  },
  createPending: (world) => setsUp(world, {}),
  createBelow: (world, pick) => setsUp(world, { ParentJobUrl: one(world.jobs, pick) }),
  async upload(world) {
    world.data.push(await uploads(world.alice, 'table.csv', `a,b\n${world.data.length},2\n`))
  },
  select: ({ alice, jobs, data }, pick) =>
    ask(alice, one(jobs, pick), 'InputDataSlot/0/SelectWorkData', { WorkDataUrl: one(data, pick >> 3) ?? '' }),
  clear: onJob('InputDataSlot/0/Clear'),
  start: onJob('StartProcessing'),
  cancel: onJob('CancelProcessing'),
  delete: onJob('Delete'),
  deleteWithResults: onJob('DeleteWithOutputData'),
  setError: ({ jobs }, pick) => ask(api.administrator, one(jobs, pick), 'SetJobToErrorState', { Message: 'Stopped.' }),
  deleteData: ({ data }, pick) => ask(api.administrator, one(data, pick), 'Delete'),
  async claim(world, pick) {
    world.leases.push(...(await worker.claims([world.stepId], { max: 1 + (pick % 3) })))
  },
  heartbeat: withLease('POST', 'heartbeat', { progress: 0.5 }),
  log: withLease('POST', 'log', { lines: [{ at: new Date().toISOString(), stream: 'out', text: 'a line' }] }),
  read: withLease('GET', 'inputs/table/0'),
  write: withLease('PUT', 'outputs/cleaned/0?name=made.csv', 'a\n1\n'),
  complete: withLease('POST', 'complete', { result: 1 }),
  async writeAndComplete(world, pick) {
    await ACTS.write?.(world, pick)
    await ACTS.complete?.(world, pick)
  },
  fail: withLease('POST', 'fail', { message: 'It broke.' }),
  failForNow: withLease('POST', 'fail', { message: 'It broke.', kind: 'retryable' }),
  releaseLease: withLease('POST', 'fail', { message: 'Shut down.', kind: 'returned' }),
  endPauses: () => superuser.query(`update pgboss.job set start_after = now() where start_after > now()`),
  async loseWorker({ leases }, pick) {
    const lease = one(leases, pick)
    await superuser.query(
      `update job set lease_until = now() - interval '1 second' where id = $1 and state = 'Processing'`,
      [lease?.id ?? null],
    )
    await Promise.all([endExpiredAttempts(api.deps), endExpiredAttempts(api.deps)])
  },
  endAttempts: () => endExpiredAttempts(api.deps),
  async loseBytes(world, pick) {
    const file = await fileOf(world, pick)
    if (file) await moves(file, `${file}.gone`)
  },
  async findBytes(world, pick) {
    const file = await fileOf(world, pick)
    if (file) await moves(`${file}.gone`, file)
    await findMissingData(api.deps)
  },
}

/** Weights of actions that are chosen more often than others, so that most jobs make progress. */
const OFTEN: Record<string, number> = {
  createPending: 4,
  claim: 8,
  writeAndComplete: 4,
  read: 3,
  loseWorker: 3,
  loseBytes: 3,
  findBytes: 3,
  deleteData: 2,
  start: 3,
  endPauses: 2,
}
const act = fc.record({
  name: fc.oneof(...Object.keys(ACTS).map((name) => ({ weight: OFTEN[name] ?? 1, arbitrary: fc.constant(name) }))),
  pick: fc.nat(1000),
})
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(act) },
  { weight: 1, arbitrary: fc.array(act, { minLength: 2, maxLength: 3 }) },
)

describe('the life of jobs', () => {
  it(
    'FLT9 INV1 INV2 INV3 INV4 INV5 INV15 INV19 keeps all invariants for any sequence of actions by users, workers and maintenance',
    async () => {
      let done = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
          const world = await newWorld()
          for (const acts of [START, ...steps]) {
            await Promise.all(acts.map(({ name, pick }) => ACTS[name]?.(world, pick)))
            // On a slow machine, leases of this or an earlier sequence may expire. Servers check every two seconds.
            await endExpiredAttempts(api.deps)
            expect(await brokenInvariants(superuser)).toEqual([])
            done += acts.length
          }
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      )
      expect(done).toBeGreaterThan(50)
      expect(await damagedRelations(superuser)).toEqual([])
    },
    RUNS * 10_000,
  )

  it('INV1 has a known state, even without triggers', async () => {
    const { stepId } = await newWorld()
    const job = idOf(await hasJob(await api.signUp(), stepId, 'Created'))
    const client = await superuser.connect()
    await client.query('begin; set local session_replication_role = replica')

    const attempts = ['Undefined', '', 'processing'].map((state) => `'${state}'`).concat('null')
    for (const state of attempts) {
      await client.query('savepoint before')
      const change = client.query(`update job set state = ${state} where id = '${job}'`)
      await expect(change, state).rejects.toThrow(/violates (check|not-null) constraint/)
      await client.query('rollback to before')
    }
    await client.query('rollback')
    client.release()
  })
})

const START = [1, 2, 3].map((pick) => ({ name: 'createPending', pick }))

let count = 0
async function newWorld(): Promise<World> {
  count += 1
  const [stepId = ''] = await worker.registers(manifest(`lived_${count}`))
  return { alice: await api.signUp(), stepId, jobs: [], data: [], leases: [] }
}
