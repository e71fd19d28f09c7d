import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../packages/db/src/connect.ts'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { startQueue } from '../packages/dispatch/src/boss.ts'
import { figureOf } from './figures.ts'
import { record } from './results.ts'
import { throughputOverHttp } from './throughput-http.ts'
import { bullThroughput, graphileThroughput, pgBossThroughput } from './throughput-peers.ts'
import { ourThroughput, type Throughput, twoCommits, withoutLists } from './throughput-subjects.ts'

/*
 * W1: 10,000 empty jobs, created in bulk and then processed. Millrace's jobs go through the gateway's functions for
 * claims and completions, with row-level security, history and fsync on. The baseline is a bare table with two commits
 * per job.
 */

const JOBS = Number(process.env.BENCH_JOBS ?? 10_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** Subjects that process one job at a time get a fifth of the jobs, so a run ends within minutes. */
const ONE_BY_ONE = Math.ceil(JOBS / 5)
const HTTP_JOBS = 1000
const UNLISTED = 'the same without the tables of listings and tags'

const folder = mkdtempSync(join(tmpdir(), 'w1-'))
const server = await startEmbedded({ dataDirectory: folder })
await migrate(server.url)
const db = openDatabase(server.url, { max: 16 })
const queue = await startQueue(db, { onError: (error) => console.error(error) })
const superuserUrl = new URL(server.superuserUrl)
superuserUrl.pathname = '/millrace'
const subjects: [string, Throughput, number][] = [
  ['limit: two commits per job, 16 connections', await twoCommits(db), JOBS],
  ['**Millrace**, in process, 25 per batch', await ourThroughput(db, queue, 25), JOBS],
  [UNLISTED, await withoutLists(superuserUrl.href, await ourThroughput(db, queue, 25)), JOBS],
  ['**Millrace**, in process, one by one', await ourThroughput(db, queue, 1), ONE_BY_ONE],
  ['graphile-worker 0.18.0, one by one', await graphileThroughput(server.url, false), ONE_BY_ONE],
  ['graphile-worker 0.18.0, batched', await graphileThroughput(server.url, true), JOBS],
  ['BullMQ 6.7.0 on PostgreSQL', await bullThroughput(server.url), ONE_BY_ONE],
  ['pg-boss 12.35.0, 25 per batch', await pgBossThroughput(queue, db), JOBS],
]
const found = new Map(subjects.map(([name, , jobs]) => [name, { jobs, create: [] as number[], work: [] as number[] }]))
for (const [, subject] of subjects) await subject.run(Math.min(500, JOBS))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, subject, jobs] of subjects) {
    const { create, work } = await subject.run(jobs)
    found.get(name)?.create.push(create)
    found.get(name)?.work.push(work)
  }
}
for (const [, subject] of subjects) await subject.close()
await queue.stop({ graceful: false })
await db.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })

const perSecond = (ms: number, jobs: number) => (jobs / ms) * 1000
const limit = perSecond(figureOf(found.get(subjects[0]?.[0] ?? '')?.work ?? []).median, JOBS)
const rows = [...found].map(([name, { jobs, create, work }]) => {
  const worked = perSecond(figureOf(work).median, jobs)
  const both = perSecond(figureOf(work.map((ms, round) => ms + (create[round] ?? 0))).median, jobs)
  return [name, worked.toFixed(0), (worked / limit).toFixed(2), both.toFixed(0), (both / limit).toFixed(2)]
})
for (const workers of process.env.BENCH_JOBS ? [] : [1, 4, 16]) {
  const ms = await throughputOverHttp(HTTP_JOBS, workers)
  const worked = (HTTP_JOBS / ms) * 1000
  rows.push([`**Millrace**, over HTTP, ${workers} workers`, worked.toFixed(0), (worked / limit).toFixed(2), '', ''])
}

record({
  title: 'W1: throughput of empty jobs',
  columns: ['', 'jobs/s from waiting to completed', '× the limit', 'jobs/s with creation', '× the limit'],
  rows,
  notes: [
    `${JOBS} jobs, ${ONE_BY_ONE} for those that take one at a time, ${ROUNDS} rounds interleaved; the median, with fsync on.`,
    'Target: at least 1.0 × the limit.',
    `Over HTTP: ${HTTP_JOBS} jobs of an enterprise account through the launched product; each worker claims up to 25 jobs per request and completes each with a separate request, 25 at a time.`,
  ],
})
