import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { newDataDirectory, startProduct } from '../e2e/product.ts'
import { person } from './api-clients.ts'
import { figureOf, inSeconds } from './figures.ts'
import { record } from './results.ts'
import { cpuMsOf, serverPid } from './server-process.ts'
import { uploadByBrowser } from './upload-by-browser.ts'
import { content, type PartialFile, postFiles, putFile, remove, sendInParts, type Target } from './upload-client.ts'

/*
 * W6 and W7: compares uploads by multipart and in parts with uploads to a bare server that also hashes and syncs, and
 * measures the server's memory during the uploads. `npm run bench -- w6 large` runs only that section. The sections are
 * `small`, `large` (or only `gib`: large files of 1 GiB), `eight` (concurrent uploads) and `cuts`.
 */

const GIB = 2 ** 30
/** Number of rounds. Each server is first in two rounds, second in two, and last in two. */
const ROUNDS = 6
const PARALLEL = 8
const SMALL_FILES = 10_000
const SMALL_BYTES = 2_000
/** How many requests the web app sends at a time, and how many small files each request contains. */
const LINES = 3
const FILES_PER_REQUEST = 50
const WANTED = process.argv.slice(2)

const folder = newDataDirectory()
const bareProcess = spawn(
  process.execPath,
  [fileURLToPath(new URL('./bare-upload-server.ts', import.meta.url)), folder],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const [bareUrl] = (await once(createInterface({ input: bareProcess.stdout }), 'line')) as [string]
const bare: Target = { url: bareUrl }
const load = loadavg()[0]?.toFixed(1)
const product = await startProduct()
const pids = { ours: serverPid(product), bare: bareProcess.pid ?? 0 }
const people = await Promise.all(Array.from({ length: PARALLEL }, (_, at) => person(product.url, `Bench ${at}`)))
const targets = people.map(({ key }): Target => ({ url: product.url, key }))
const [ours = bare] = targets
const rows: string[][] = []
let lastFile = 0

type Way = (target: Target, bytes: number) => Promise<string>
const multipart: Way = (target, bytes) => postFiles(target, [nextFile()], bytes)
const parts: Way = async (target, bytes) => (await sendInParts(target, partialFile(bytes))).location

try {
  // A warm-up, because the first uploads compile code and grow buffers that stay allocated.
  for (const way of [multipart, parts]) await remove(ours, await way(ours, GIB / 4))
  if (wanted('small')) await smallFiles()
  if (wanted('large') || wanted('gib')) await largeFiles(GIB, ROUNDS)
  if (wanted('large')) await largeFiles(8 * GIB, 2)
  if (wanted('eight')) await eightInParallel()
  if (wanted('cuts')) await cuts()
} finally {
  bareProcess.kill()
  await product.stop()
  product.remove()
  rmSync(folder, { recursive: true, force: true })
}
record({
  title: `W6 and W7: uploads${WANTED.length > 0 ? ` (${WANTED.join(', ')})` : ''}`,
  columns: ['', 'time', '× the bare server’s speed', 'CPU of the server', 'peak memory above idle'],
  rows,
  notes: [
    'Bare server: node:http in a separate process streams the body to a file, hashes it, syncs file and folder. Client and server share the processors. All rows include fsync and SHA-256, except `cp`, which has only fsync.',
    'In parts: tus with parts of 32 MB, as the web app sends them. Peak memory is that of the server process (VmHWM).',
    'Targets: ≥ 0.9 × the bare server; memory ≤ +64 MB for one, ≤ +200 MB for eight, equal for 1 and 8 GiB; 10,000 small files in ≤ 2 × the time (≥ 0.5 × the speed); three cuts repeat ≤ 1 %.',
    `Load average at the start: ${load} on 2 cores.`,
  ],
})

function wanted(part: string): boolean {
  return WANTED.length === 0 || WANTED.includes(part)
}

function nextFile(): number {
  lastFile += 1
  return lastFile
}

function partialFile(bytes: number): PartialFile {
  const file = nextFile()
  return { name: `${file}.bin`, bytes, read: (start, end) => content(file, start, end) }
}

interface Measured {
  ms: number
  cpuMs: number
  grownBytes: number
}

/** Flushes all other writes to the disk, then measures the time of `work`, and the process’s CPU time and memory. */
async function measured(pid: number, work: () => Promise<unknown>): Promise<Measured> {
  execFileSync('sync')
  const idle = memory(pid, 'VmRSS')
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const cpuBefore = cpuMsOf(pid)
  const since = performance.now()
  await work()
  const ms = performance.now() - since
  return { ms, cpuMs: cpuMsOf(pid) - cpuBefore, grownBytes: memory(pid, 'VmHWM') - idle }
}

function memory(pid: number, name: string): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024
}

async function largeFiles(bytes: number, rounds: number): Promise<void> {
  const size = `${bytes / GIB} GiB`
  const found = { bare: [] as Measured[], multipart: [] as Measured[], parts: [] as Measured[] }
  const toOurs = (way: Way) => async () => {
    let location = ''
    const run = await measured(pids.ours, async () => (location = await way(ours, bytes)))
    await remove(ours, location)
    return run
  }
  const runs = {
    bare: () => measured(pids.bare, () => putFile(bare, nextFile(), bytes)),
    multipart: toOurs(multipart),
    parts: toOurs(parts),
  }
  const copies: Measured[] = []
  const order = Object.keys(runs) as (keyof typeof runs)[]
  for (let round = 0; round < rounds; round += 1) {
    if (bytes === GIB) copies.push({ ms: copied(bytes), cpuMs: Number.NaN, grownBytes: Number.NaN })
    // The order rotates, because the data that one run leaves in caches slows down the next run.
    for (const name of order) found[name].push(await runs[name]())
    order.push(...order.splice(0, 1))
  }
  if (copies.length > 0) add(`${size}: limit, \`cp\` and fsync`, copies, found.bare)
  add(`${size}: bare server`, found.bare, found.bare)
  add(`${size}: **Millrace**, multipart`, found.multipart, found.bare)
  add(`${size}: **Millrace**, in parts`, found.parts, found.bare)
}

async function eightInParallel(): Promise<void> {
  const all = (run: (target: Target) => Promise<unknown>) => Promise.all(targets.map(run))
  const bareRun = await measured(pids.bare, () => all(() => putFile(bare, nextFile(), GIB)))
  add(`${PARALLEL} × 1 GiB in parallel: bare server`, [bareRun], [bareRun])
  for (const [name, way] of Object.entries({ multipart, 'in parts': parts })) {
    const locations: [Target, string][] = []
    const run = await measured(pids.ours, () => all(async (target) => locations.push([target, await way(target, GIB)])))
    add(`${PARALLEL} × 1 GiB in parallel: **Millrace**, ${name}`, [run], [bareRun])
    for (const [target, location] of locations) await remove(target, location)
  }
}

async function smallFiles(): Promise<void> {
  const inLines = (count: number, run: (files: number[]) => Promise<unknown>, perRequest: number) => async () => {
    let left = count
    const line = async () => {
      while (left > 0) {
        const files = Array.from({ length: Math.min(perRequest, left) }, nextFile)
        left -= files.length
        await run(files)
      }
    }
    await Promise.all(Array.from({ length: LINES }, line))
  }
  const put = inLines(SMALL_FILES, ([file = 0]) => putFile(bare, file, SMALL_BYTES), 1)
  const bareRun = await measured(pids.bare, put)
  const post = (files: number[]) => postFiles(ours, files, SMALL_BYTES)
  const name = `${SMALL_FILES.toLocaleString('en-US')} files of 2 kB`
  add(`${name}: bare server, one per request`, [bareRun], [bareRun])
  const one = await measured(pids.ours, inLines(SMALL_FILES / 10, post, 1))
  add(`1,000 files of 2 kB: **Millrace**, one per request`, [one], [scaled(bareRun, 0.1)])
  const many = await measured(pids.ours, inLines(SMALL_FILES, post, FILES_PER_REQUEST))
  add(`${name}: **Millrace**, ${FILES_PER_REQUEST} per request`, [many], [bareRun])
  const runs: Measured[] = []
  const files = { parent: folder, count: SMALL_FILES, bytes: SMALL_BYTES, firstFile: lastFile + 1 }
  lastFile += SMALL_FILES
  const [first] = people
  if (!first) return
  const { handingOverMs, handingToNobodyMs, longestMs } = await uploadByBrowser(
    { url: product.url, email: first.email },
    files,
    async (upload) => {
      runs.push(await measured(pids.ours, upload))
    },
  )
  const handing = `Chromium hands the files over in ${handingOverMs.toFixed(0)} ms (${handingToNobodyMs.toFixed(0)} ms to a page that ignores them)`
  const busy = `the page is busy for ${longestMs.toFixed(0)} ms at most after ${handing}`
  add(`${name}: **Millrace**, the web app in Chromium; ${busy}`, runs, [bareRun])
}

function scaled(run: Measured, by: number): Measured {
  return { ...run, ms: run.ms * by }
}

async function cuts(): Promise<void> {
  const bytes = 5_000_000_000
  const at = [0.21, 0.5, 0.83].map((share) => Math.round(bytes * share))
  let repeated = 0
  const run = await measured(pids.ours, async () => {
    const { location, repeatedBytes } = await sendInParts(ours, { ...partialFile(bytes), cuts: at })
    repeated = repeatedBytes
    await remove(ours, location)
  })
  const share = `${((repeated / bytes) * 100).toFixed(2)} % sent again`
  rows.push([`5 GB in parts, three cuts: ${share}`, ...cells([run])])
}

function copied(bytes: number): number {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const file = openSync(from, 'w')
  for (const chunk of content(nextFile(), 0, bytes)) writeSync(file, chunk)
  closeSync(file)
  const since = performance.now()
  execFileSync('cp', ['--reflink=never', from, to])
  execFileSync('sync', [to])
  const ms = performance.now() - since
  rmSync(from)
  rmSync(to)
  return ms
}

function add(name: string, runs: Measured[], peer: Measured[]): void {
  const ratios = runs.map(({ ms }, round) => (peer[round]?.ms ?? Number.NaN) / ms)
  rows.push([name, ...cells(runs, figureOf(ratios).median.toFixed(2))])
}

function cells(runs: Measured[], ratio = ''): string[] {
  const median = (of: (run: Measured) => number) => figureOf(runs.map(of)).median
  const cpu = median(({ cpuMs }) => cpuMs)
  const grown = median(({ grownBytes }) => grownBytes)
  return [
    inSeconds(figureOf(runs.map(({ ms }) => ms))),
    ratio,
    Number.isNaN(cpu) ? '' : `${(cpu / 1000).toFixed(2)} s`,
    Number.isNaN(grown) ? '' : `${(grown / 1e6).toFixed(0)} MB`,
  ]
}
