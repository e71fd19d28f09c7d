import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { searchContent } from '../apps/server/src/features/jobs/content-search.store.ts'
import type { JobConditions } from '../apps/server/src/features/jobs/job-conditions.store.ts'
import { findPage } from '../apps/server/src/features/jobs/job-list.store.ts'
import { asActor, type Tx } from '../packages/db/src/act.ts'
import { type Database, openDatabase } from '../packages/db/src/connect.ts'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { fillLists } from './lists-dataset.ts'
import { record } from './results.ts'

/*
 * Measures searches for jobs by their logs and parameters, among 20,000 and 100,000 jobs of one owner. Nine of ten jobs
 * have logged 30 lines, the others 1,000. JOBS=2000 measures only searches among 2,000 jobs.
 */

const OWNER = '11111111-1111-7111-8111-111111111111'
const ROUNDS = 5
const SIZES = process.env.JOBS ? [Number(process.env.JOBS)] : [20_000, 100_000]
/** Time limit, long enough to search every job. In the product, lists stop searching after 3 s. */
const STATEMENT_MS = 120_000

const CASES: [name: string, filter: JobConditions][] = [
  ['log: text of none', { Log: 'zebra crossing' }],
  ['log: text of 1 in 1,000', { Log: 'station 777 has' }],
  ['log: text of all', { Log: 'read' }],
  ['parameter: name and value of none', { Parameter: 'window = 5' }],
  ['parameter: name and value of all', { Parameter: 'window = 24' }],
  ['parameter: value of all', { Parameter: 'discharge' }],
]

const rows: string[][] = []
for (const jobs of SIZES) rows.push(...(await measured(jobs)))
record({
  title: 'Finding jobs by their logs and parameters',
  columns: ['jobs', 'search', 'p50', 'slowest', 'jobs searched', 'every job, p50'],
  rows,
  notes: [
    `Milliseconds; ${ROUNDS} rounds of a page of 20 jobs with its counts and tags, in SQL, with row-level security.`,
    'Every job: the same without the limit on the jobs and bytes that are searched. Its statements may run longer than the 3 s of lists.',
  ],
})

async function measured(jobs: number): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'job-content-'))
  chmodSync(folder, 0o711)
  const server = await startEmbedded({ dataDirectory: folder })
  await migrate(server.url)
  const superuserUrl = new URL(server.superuserUrl)
  superuserUrl.pathname = '/millrace'
  await fillLists(superuserUrl.href, OWNER, { jobs, workData: 1000, steps: 100, owners: 1 })
  await fillLogs(superuserUrl.href)
  const db = openDatabase(server.url, { max: 1 })
  const found: string[][] = []
  for (const [name, filter] of CASES) {
    const limited = await timed(db, ROUNDS, async (tx) => {
      const { filter: narrowed, searched = jobs } = await searchContent(tx, OWNER, filter)
      await pageOf(tx, narrowed)
      return searched
    })
    const every = await timed(db, 1, (tx) => pageOf(tx, filter))
    const times = [at(limited.times, 0.5), at(limited.times, 1)]
    found.push([jobs, name, ...times, limited.last, at(every.times, 0.5)].map((cell) => cell.toLocaleString('en')))
    process.stdout.write(`${found.at(-1)?.join(' | ')}\n`)
  }
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return found
}

function pageOf(tx: Tx, filter: JobConditions) {
  const page = { limit: 20, offset: 0 }
  return findPage(tx, OWNER, filter, { sort: undefined, page, withTags: true, show: async (shown) => shown })
}

async function timed<T>(db: Database, rounds: number, work: (tx: Tx) => Promise<T>) {
  const actor = { ownerId: OWNER, userPublicId: OWNER }
  const times: number[] = []
  let last = await asActor(db, actor, work, { statementMs: STATEMENT_MS })
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    last = await asActor(db, actor, work, { statementMs: STATEMENT_MS })
    times.push(performance.now() - started)
  }
  return { times, last }
}

function at(times: number[], share: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN)
}

/** Inserts logs in chunks of up to 100 lines, as workers send them. A line has about 90 characters. */
async function fillLogs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into job_log (job_id, chunk, owner_id, attempt, batch, first_line, line_count, first_byte, byte_count, lines)
      select id, chunk, owner_id, 1, chunk, chunk * 100, size, chunk * 9000, size * 90, (
        select jsonb_agg(jsonb_build_array(created_at + line * interval '10 ms', 'out',
          'read ' || n * 7919 % 100003 + line || ' rows of river_' || (n * 7 + line) % 4096 || '.csv; '
          || case when line = 5 then 'station ' || n % 1000 || ' has ' else 'mean level ' end || md5((n * line)::text)))
        from generate_series(1, size) line)
      from (select *, row_number() over (order by id) as n from job where state <> 'Created') as j,
        lateral (select case when n % 10 = 0 then 9 else 0 end as last, case when n % 10 = 0 then 100 else 30 end as size) as shape,
        generate_series(0, last) as chunk`)
    await client.query('vacuum (analyze, freeze) job_log')
  } finally {
    await client.end()
  }
}
