import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { newDataDirectory, startProduct } from '../e2e/product.ts'
import { person } from './api-clients.ts'
import { figureOf, inSeconds } from './figures.ts'
import { startNginx } from './nginx.ts'
import { record } from './results.ts'
import { cpuMsOf, serverPid } from './server-process.ts'
import { content, postFiles } from './upload-client.ts'

/*
 * W8: a download of 1 GiB, and ranges of 1 MiB at random positions, compared with nginx with sendfile. The client
 * shares the processors with the servers, so it only reads the socket into one buffer.
 */

const GIB = 2 ** 30
const MIB = 2 ** 20
const ROUNDS = 5
const RANGES = 200

const folder = newDataDirectory()
const root = join(folder, 'files')
mkdirSync(root)
chmodSync(root, 0o755)
const file = join(root, 'file')
const out = openSync(file, 'w', 0o644)
for (const chunk of content(0, 0, GIB)) writeSync(out, chunk)
closeSync(out)
const load = loadavg()[0]?.toFixed(1)
const nginx = await startNginx(folder, root)
const product = await startProduct()
const rows: string[][] = []
try {
  const { key } = await person(product.url, 'Ada Example')
  const location = await postFiles({ url: product.url, key }, [0], GIB)
  const sources = {
    nginx: { url: new URL('/file', nginx.url), key: '' },
    ours: { url: new URL(`${new URL(location).pathname}/Download`, product.url), key },
  }
  const times = { cat: [] as number[], nginx: [] as number[], ours: [] as number[] }
  const cpu: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cat = timedSync(() => execFileSync('sh', ['-c', `cat '${file}' | cat > /dev/null`]))
    const theirs = await timed(() => download(sources.nginx))
    const cpuBefore = cpuMsOf(serverPid(product))
    const own = await timed(() => download(sources.ours))
    // The first round is not counted, because it compiles code.
    if (round === 0) continue
    times.cat.push(cat)
    times.nginx.push(theirs)
    times.ours.push(own)
    cpu.push(cpuMsOf(serverPid(product)) - cpuBefore)
  }
  const ratio = figureOf(times.ours.map((ms, round) => (times.nginx[round] ?? Number.NaN) / ms)).median
  rows.push(
    ['1 GiB: limit, `cat` through a pipe', inSeconds(figureOf(times.cat)), '', ''],
    ['1 GiB: nginx, sendfile', inSeconds(figureOf(times.nginx)), '1.00', ''],
    [
      '1 GiB: **Millrace**',
      inSeconds(figureOf(times.ours)),
      ratio.toFixed(2),
      `${(figureOf(cpu).median / 1000).toFixed(2)} s`,
    ],
  )
  for (const [name, source] of Object.entries({ nginx: sources.nginx, '**Millrace**': sources.ours })) {
    const found = await ranges(source)
    rows.push([`range of 1 MiB: ${name}, p50 and p95`, `${found.p50} and ${found.p95}`, '', ''])
  }
} finally {
  nginx.stop()
  await product.stop()
  product.remove()
  rmSync(folder, { recursive: true, force: true })
}
record({
  title: 'W8: downloads',
  columns: ['', 'time', '× the speed of nginx', 'CPU of the server'],
  rows,
  notes: [
    `${ROUNDS} rounds, interleaved: median (lowest–highest), one connection each; ${RANGES} ranges at random offsets, one after the other. The file is in the page cache. Client and server share the processors.`,
    'Targets: ≥ 0.6 × nginx; ranges p95 ≤ 15 ms.',
    `Load average at the start: ${load} on 2 cores.`,
  ],
})

interface Source {
  url: URL
  key: string
}

/** Downloads the file, or a range of it, over a new connection. */
async function download(source: Source, range?: { start: number; bytes: number }): Promise<void> {
  const { host, hostname, port, pathname } = source.url
  const done = Promise.withResolvers<void>()
  const wanted = range?.bytes ?? GIB
  let head = ''
  let received = 0
  const buffer = Buffer.alloc(MIB)
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer,
      callback(count) {
        if (received > 0) received += count
        else {
          head += buffer.toString('latin1', 0, count)
          const end = head.indexOf('\r\n\r\n')
          if (end >= 0) received = head.length - end - 4
        }
        if (received >= wanted) done.resolve()
        return true
      },
    },
  })
  socket.on('error', done.reject).on('close', () => done.reject(new Error(`Cut off: ${head.slice(0, 300)}`)))
  const rangeHeader = range ? `Range: bytes=${range.start}-${range.start + range.bytes - 1}\r\n` : ''
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nx-api-key: ${source.key}\r\n${rangeHeader}\r\n`)
  await done.promise
  socket.destroy()
}

async function ranges(source: Source): Promise<{ p50: string; p95: string }> {
  const times: number[] = []
  for (let count = 0; count < RANGES; count += 1) {
    const start = Math.floor(Math.random() * (GIB - MIB))
    times.push(await timed(() => download(source, { start, bytes: MIB })))
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)} ms`
  return { p50: at(0.5), p95: at(0.95) }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await run()
  return performance.now() - since
}

function timedSync(run: () => unknown): number {
  const since = performance.now()
  run()
  return performance.now() - since
}
