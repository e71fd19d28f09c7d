import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPage as findJobs, tagsInUse } from '../apps/server/src/features/jobs/job-list.store.ts'
import { findPage as findSteps } from '../apps/server/src/features/processing-steps/steps.store.ts'
import { findPage as findWorkData } from '../apps/server/src/features/work-data/work-data-list.store.ts'
import { startProduct } from '../e2e/product.ts'
import { asActor, asSystem, type Tx } from '../packages/db/src/act.ts'
import { type Database, openDatabase } from '../packages/db/src/connect.ts'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import type { PageRequest } from '../packages/db/src/keyset.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { pagedByHand } from './lists-by-hand.ts'
import { type CaseIds, jobCases, type ListCase, stepCases, workDataCases } from './lists-cases.ts'
import { fillLists } from './lists-dataset.ts'
import { giveLists, type ListKind, readings, signUpReaders } from './lists-http.ts'
import { record } from './results.ts'
import { serverCpuMs } from './server-process.ts'

/*
 * W5: every filter and sort of the lists of jobs, work data and steps among a million jobs, for an owner of 300,000 of
 * them and for administrators. Measures the statements for one page (rows, counts, tags), the same page over HTTP
 * through the launched product, and, for comparison, the two statements that an engineer would type to get the rows and
 * their exact number. W5_DATA names a folder in which the database is kept for later runs; W5_SCALE=0.01 runs with a
 * hundredth of the rows. W5_ONLY is a regular expression for the lists to measure, such as '^jobs: name'.
 */

type OwnerFilter = string | undefined
type Wanted = { sort: never; page: PageRequest; withTags: boolean; show(rows: unknown[]): Promise<unknown[]> }
type FindPage = (tx: Tx, ownerId: OwnerFilter, filter: never, wanted: Wanted) => Promise<unknown>

interface Measured {
  ownerId: OwnerFilter
  kind: ListKind
  list: ListCase<object>
  cells: string[]
  http: string[]
}

const OWNER = '11111111-1111-7111-8111-111111111111'
const ROUNDS = 40
/** How often each list is read before measuring, so that its code is compiled. */
const WARMING_UP = 3
const FIND: Record<ListKind, FindPage> = {
  jobs: findJobs,
  'work data': findWorkData,
  steps: (tx, ownerId, ...rest) => findSteps(tx, ownerId ? { ownerId: ownerId } : undefined, ...rest),
}

const only = new RegExp(process.env.W5_ONLY ?? '')
const scale = Number(process.env.W5_SCALE ?? 1)
const folder = process.env.W5_DATA ?? mkdtempSync(join(tmpdir(), 'w5-'))
chmodSync(folder, 0o711)
const readers = await signUpReaders(folder)
const { lists, usedTags } = await inSql()
const product = await startProduct({ dataDirectory: folder, port: Number(new URL(readers.url).port) })
for (const rounds of [WARMING_UP, ROUNDS]) {
  for (const measured of lists) {
    const { ownerId, kind, list } = measured
    const before = serverCpuMs(product)
    const times = await readings(readers, ownerId === undefined, kind, list, rounds)
    measured.http = [...percentiles(times), ((serverCpuMs(product) - before) / (rounds + 1)).toFixed(1)]
  }
}
await product.stop()
if (!process.env.W5_DATA) rmSync(folder, { recursive: true, force: true })
record({
  title: `W5: lists among ${(1_000_000 * scale).toLocaleString('en')} jobs`,
  columns: ['of', 'list', 'SQL p50', 'p95', 'CPU', 'by hand', 'SQL : by hand', 'HTTP p50', 'p95', 'server CPU'],
  rows: [
    ...lists.map(({ ownerId, kind, list, cells, http }) => [
      scopeOf(ownerId),
      `${kind}: ${list.name}`,
      ...cells,
      ...http,
    ]),
    ...usedTags,
  ],
  notes: [
    `Milliseconds; ${ROUNDS} rounds, one connection, the built-in database with its default settings, row-level security on.`,
    'SQL: all statements of a page, with the counts of states and the remaining tags. HTTP: receiving the compressed page with an API key.',
    'CPU: the median CPU time of the database for these statements. Server CPU: the mean CPU time of the server for a reading over HTTP.',
    'By hand: `select * … order by … limit 20` and `select count(*)`, without row-level security; the faster of two rounds.',
    'Targets: p95 ≤ 10 ms in SQL and ≤ 25 ms over HTTP, used tags ≤ 20 ms.',
    `Over 10 ms in SQL, of ${lists.length}: the p50 of ${over(10, 'cells', 0)} lists, the p95 of ${over(10, 'cells', 1)}, the CPU time of ${over(10, 'cells', 2)}. Over 25 ms over HTTP: the p50 of ${over(25, 'http', 0)}, the p95 of ${over(25, 'http', 1)}.`,
    `Load average at the end: ${loadavg()[0]?.toFixed(1)} on 2 cores. If it exceeds the number of cores, all times but CPU include the effect of other processes.`,
  ],
})

async function inSql() {
  const server = await startEmbedded({ dataDirectory: folder })
  await migrate(server.url)
  const superuserUrl = new URL(server.superuserUrl)
  superuserUrl.pathname = '/millrace'
  const db = openDatabase(server.url, { max: 1 })
  if ((await db.pool.query('select from owner where id = $1', [OWNER])).rowCount === 0) {
    const size = { jobs: 1_000_000 * scale, workData: 100_000 * scale, steps: 1000, owners: 200 }
    await fillLists(superuserUrl.href, OWNER, size)
  }
  await giveLists(superuserUrl.href, OWNER, readers)
  const superuser = new pg.Client({ connectionString: superuserUrl.href })
  await superuser.connect()
  const ids = await caseIds(db)
  const cases: Record<ListKind, ListCase<object>[]> = {
    jobs: jobCases(ids),
    'work data': workDataCases(ids),
    steps: stepCases(),
  }
  const lists: Measured[] = []
  const usedTags: string[][] = []
  const all = (Object.entries(cases) as [ListKind, ListCase<object>[]][]).map(
    ([kind, listed]) => [kind, listed.filter(({ name }) => only.test(`${kind}: ${name}`))] as const,
  )
  const read = (ownerId: OwnerFilter, kind: ListKind, list: ListCase<object>, rounds: number) =>
    timed(db, ownerId, rounds, (tx) => FIND[kind](tx, ownerId, list.filter as never, wantedOf(list)))
  for (const [kind, listed] of all) for (const list of listed) await read(OWNER, kind, list, WARMING_UP)
  for (const ownerId of [OWNER, undefined]) {
    for (const [kind, listed] of all) {
      for (const list of listed.filter(({ forAdmins }) => ownerId === undefined || !forAdmins)) {
        const found = await read(ownerId, kind, list, ROUNDS)
        const byHand = await pagedByHand(superuser, kind, ownerId, list)
        const ratio = (at(found.wall, 0.5) / byHand).toFixed(2)
        lists.push({ ownerId, kind, list, cells: [...figuresOf(found), byHand.toFixed(1), ratio], http: [] })
      }
    }
    const used = await timed(db, ownerId, ROUNDS, (tx) => tagsInUse(tx, ownerId))
    usedTags.push([scopeOf(ownerId), 'used tags of jobs', ...figuresOf(used), '', '', '', '', ''])
  }
  await superuser.end()
  await db.close()
  await server.stop()
  return { lists, usedTags }
}

function wantedOf({ sort, descending, offset = 0 }: ListCase<object>): Wanted {
  const by = sort && { PropertyName: sort, SortType: descending ? 'Descending' : 'Ascending' }
  return { sort: by as never, page: { limit: 20, offset }, withTags: true, show: async (rows) => rows }
}

/**
 * Runs `work` in `rounds` transactions, after one that is not measured. Returns the elapsed times and the database’s
 * CPU times, in milliseconds.
 */
async function timed(db: Database, ownerId: OwnerFilter, rounds: number, work: (tx: Tx) => Promise<unknown>) {
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const found: { wall: number[]; cpu: number[] } = { wall: [], cpu: [] }
  const run = async (tx: Tx) => {
    const [started, before] = [performance.now(), cpuOf(rows[0]?.pid ?? 0)]
    await work(tx)
    found.wall.push(performance.now() - started)
    found.cpu.push(cpuOf(rows[0]?.pid ?? 0) - before)
  }
  for (let round = -1; round < rounds; round += 1) {
    await (ownerId ? asActor(db, { ownerId: ownerId, userPublicId: ownerId }, run) : asSystem(db, run))
  }
  return { wall: found.wall.slice(1), cpu: found.cpu.slice(1) }
}

/**
 * Returns the CPU time of a process in milliseconds. CPU time depends far less on other processes than elapsed time
 * does.
 */
function cpuOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

function figuresOf({ wall, cpu }: Awaited<ReturnType<typeof timed>>): string[] {
  return [...percentiles(wall), at(cpu, 0.5).toFixed(1)]
}

function percentiles(values: number[]): [string, string] {
  return [at(values, 0.5).toFixed(1), at(values, 0.95).toFixed(1)]
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

/** Returns how many lists have a figure above the limit. */
function over(most: number, part: 'cells' | 'http', nth: number): number {
  return lists.filter((list) => Number(list[part][nth]) > most).length
}

function scopeOf(ownerId: OwnerFilter): string {
  return ownerId ? 'owner' : 'admin'
}

async function caseIds(database: Database): Promise<CaseIds> {
  return asSystem(database, async (tx) => {
    const one = async (statement: string) => (await tx.query<{ id: string }>(statement, [OWNER])).rows[0]?.id ?? ''
    const step = (order: string) =>
      one(
        `select step_id as id from job where owner_id = $1 and step_id is not null group by 1 order by count(*) ${order} limit 1`,
      )
    return {
      steps: { most: await step('desc'), fewest: await step('asc') },
      workData: await one(
        'select work_data_id as id from job_input where owner_id = $1 group by 1 order by count(*) desc limit 1',
      ),
      parent: await one('select parent_id as id from job where owner_id = $1 and parent_id is not null limit 1'),
    }
  })
}
