import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as jobLists from '../apps/server/src/features/jobs/job-list.store.ts'
import * as workDataLists from '../apps/server/src/features/work-data/work-data-list.store.ts'
import { asActor, asSystem, type Tx } from '../packages/db/src/act.ts'
import { type Database, openDatabase } from '../packages/db/src/connect.ts'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import type { PageRequest } from '../packages/db/src/keyset.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { type CaseIds, jobCases, type ListCase, workDataCases } from './lists-cases.ts'
import { fillLists } from './lists-dataset.ts'
import { record } from './results.ts'

/*
 * W5: every filter and sort of the job and work data lists among a million jobs, for the owner with 300,000 of them and
 * for administrators. Measures the statements of one page: rows, counts, tags. W5_DATA sets a folder in which the
 * database is kept for later runs. W5_SCALE=0.01 tries out the benchmark with 1 % of the rows.
 */

const OWNER = '11111111-1111-7111-8111-111111111111'
const ROUNDS = 12
const scale = Number(process.env.W5_SCALE ?? 1)
const folder = process.env.W5_DATA ?? mkdtempSync(join(tmpdir(), 'w5-'))
const server = await startEmbedded({ dataDirectory: folder })
await migrate(server.url)
const db = openDatabase(server.url, { max: 1 })
if ((await db.pool.query('select from owner where id = $1', [OWNER])).rowCount === 0) await fill()
const ids = await caseIds(db)
const rows: string[][] = []
for (const whose of [OWNER, undefined]) {
  for (const list of jobCases(ids)) rows.push(await measure('jobs', jobLists.findPage, whose, list))
  for (const list of workDataCases(ids)) rows.push(await measure('work data', workDataLists.findPage, whose, list))
  rows.push([scopeOf(whose), 'used tags of jobs', ...(await timed(whose, (tx) => jobLists.tagsInUse(tx, whose)))])
}
await db.close()
await server.stop()
if (!process.env.W5_DATA) rmSync(folder, { recursive: true, force: true })
record({
  title: `W5: lists among ${(1_000_000 * scale).toLocaleString('en')} jobs`,
  columns: ['whose', 'list', 'p50', 'p95'],
  rows,
  notes: [
    `${ROUNDS} rounds, one connection, the built-in database with its default settings, row-level security on.`,
    'Target: p95 ≤ 10 ms together, used tags ≤ 20 ms.',
  ],
})

async function fill(): Promise<void> {
  const url = new URL(server.superuserUrl)
  url.pathname = '/millrace'
  const size = { jobs: 1_000_000 * scale, workData: 100_000 * scale, steps: 1000, owners: 200 }
  await fillLists(url.href, OWNER, size)
}

type FindPage<F> = (
  tx: Tx,
  whose: string | undefined,
  filter: F,
  wanted: { sort: never; page: PageRequest; withTags: boolean },
) => Promise<unknown>

async function measure<F>(
  kind: string,
  findPage: FindPage<F>,
  whose: string | undefined,
  list: ListCase<F>,
): Promise<string[]> {
  const sort = list.sort && { PropertyName: list.sort, SortType: list.descending ? 'Descending' : 'Ascending' }
  const page = { limit: 20, offset: list.offset ?? 0, paged: true }
  const found = await timed(whose, (tx) =>
    findPage(tx, whose, list.filter, { sort: sort as never, page, withTags: true }),
  )
  return [scopeOf(whose), `${kind}: ${list.name}`, ...found]
}

/** The median and the 95th percentile of some rounds, in a transaction each. */
async function timed(whose: string | undefined, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const run = (tx: Tx) => elapsed(() => work(tx))
  const found: number[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const ms = await (whose ? asActor(db, { ownerId: whose, userPublicId: whose }, run) : asSystem(db, run))
    if (round >= 0) found.push(ms)
  }
  return [at(found, 0.5), at(found, 0.95)].map((value) => value.toFixed(1))
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function scopeOf(whose: string | undefined): string {
  return whose ? 'owner' : 'admin'
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
