import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/*
 * The server with which the benchmark W6 compares uploads. It does only what a durable upload requires: it streams the
 * body of a PUT request to a file, hashes the body, syncs and renames the file, and syncs the folder. It prints its
 * address. The parent process deletes the folder.
 */

/** Maximum size of the buffer, which collects the bytes for the next write while a write is running. */
const BUFFER_BYTES = 1024 * 1024

const folder = mkdtempSync(join(process.argv[2] ?? '.', 'bare-'))

const server = createServer(async (request, response) => {
  try {
    response.writeHead(201, { location: await store(request) }).end()
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
// The client keeps its connection open while it measures the other server.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

async function store(request: IncomingMessage): Promise<string> {
  const temporary = join(folder, randomUUID())
  const hash = createHash('sha256')
  request.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(request, createWriteStream(temporary, { flags: 'wx', flush: true, highWaterMark: BUFFER_BYTES }))
  const name = hash.digest('hex')
  await rename(temporary, join(folder, name))
  await using directory = await open(folder, 'r')
  await directory.sync()
  // Files are deleted immediately, because a benchmark uploads more than the disk can hold.
  if (request.headers['x-keep'] === undefined) await rm(join(folder, name))
  return `/${name}`
}
