import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Lease, LeaseInput } from '@millrace/contracts/worker'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openGateway } from '../gateway/gateway.ts'
import type { FilePart } from '../messages.ts'
import { DamagedInput, fetchInput, fetchPart } from './fetch-input.ts'

const GOOD = Buffer.from('timestamp,level\n2024-03-01,301.5\n'.repeat(2000))
const BAD = Buffer.from(GOOD.map((byte, at) => (at === 40_000 ? byte ^ 1 : byte)))

/** Starts a server that sends these replies in turn and then repeats the last one. `cut` ends a reply early. */
async function serving(...replies: { bytes: Buffer; cut?: number }[]) {
  let count = 0
  const server = createServer((request, reply) => {
    const { bytes, cut } = replies[Math.min(count, replies.length - 1)] ?? { bytes: GOOD }
    count += 1
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    reply.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from })
    if (cut === undefined) reply.end(bytes.subarray(from))
    else reply.write(bytes.subarray(from, cut), () => reply.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const gateway = openGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key')
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-fetch-'))
  onTestFinished(async () => {
    gateway.close()
    server.close()
    await rm(folder, { recursive: true })
  })
  const file = path.join(folder, 'input')
  const fetches = () => fetchInput(gateway, LEASE, { input: INPUT, path: file, over: new AbortController().signal })
  const fetchesPart = (part: FilePart) =>
    fetchPart(gateway, LEASE, { input: INPUT, path: file, over: new AbortController().signal, part })
  return { fetches, fetchesPart, file, asked: () => count }
}

const INPUT: LeaseInput = {
  slot: 'table',
  index: 3,
  name: 'levels.csv',
  mediaType: 'text/csv',
  sizeInBytes: GOOD.length,
  sha256: createHash('sha256').update(GOOD).digest('hex'),
  path: '/input',
}
const LEASE = { id: randomUUID(), token: randomUUID() } as Lease

describe('fetching an input', () => {
  it('resumes a broken download and verifies the whole file', async () => {
    const { fetches, file, asked } = await serving({ bytes: GOOD, cut: 30_000 }, { bytes: GOOD })

    await fetches()

    expect(asked()).toBe(2)
    expect(await readFile(file)).toEqual(GOOD)
  })

  it.each([0, 500])('downloads only a part from byte %i if requested', async (start) => {
    const { fetchesPart, file } = await serving({ bytes: GOOD })

    await fetchesPart({ start, bytes: 100 })

    expect(await readFile(file)).toEqual(GOOD.subarray(start, start + 100))
  })

  it.each([
    ['in the middle', { start: 500, bytes: 100 }, GOOD.subarray(500, 600)],
    ['at the end', { start: GOOD.length - 60, bytes: 100 }, GOOD.subarray(-60)],
  ])('repeats the download of a part %s if less arrives', async (_name, part, expected) => {
    const { fetchesPart, file, asked } = await serving({ bytes: GOOD.subarray(0, part.start + 50) }, { bytes: GOOD })

    await fetchesPart(part)

    expect(asked()).toBe(2)
    expect(await readFile(file)).toEqual(expected)
  })

  it('downloads nothing for a part after the end', async () => {
    const { fetchesPart, file, asked } = await serving({ bytes: GOOD })

    await fetchesPart({ start: GOOD.length, bytes: 100 })

    expect(asked()).toBe(0)
    expect(await readFile(file)).toHaveLength(0)
  })

  it('retries once after a checksum mismatch', async () => {
    const { fetches, file, asked } = await serving({ bytes: BAD }, { bytes: GOOD })

    await fetches()

    expect(asked()).toBe(2)
    expect(await readFile(file)).toEqual(GOOD)
  })

  it('names the file and slot after a second checksum mismatch', async () => {
    const { fetches } = await serving({ bytes: BAD })

    const error = await fetches().catch((cause: unknown) => cause)

    expect(error).toBeInstanceOf(DamagedInput)
    expect((error as DamagedInput).message).toMatch(/^levels\.csv failed its checksum twice\./)
    expect((error as DamagedInput).input).toMatchObject({ slot: 'table', index: 3 })
  })
})
