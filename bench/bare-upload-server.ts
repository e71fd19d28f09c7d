import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/*
 * The peer of W6: what every durable upload costs at least. Streams the body of a PUT to a file, hashes it, syncs the
 * file, renames it and syncs the folder. Prints its address. The parent deletes the folder.
 */

const folder = mkdtempSync(join(process.argv[2] ?? '.', 'bare-'))

const server = createServer(async (request, response) => {
  try {
    response.writeHead(201, { location: await store(request) }).end()
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
// The client keeps its connection while it uploads to the other server.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

async function store(request: IncomingMessage): Promise<string> {
  const temporary = join(folder, randomUUID())
  const hash = createHash('sha256')
  await using handle = await open(temporary, 'wx')
  for await (const chunk of request as AsyncIterable<Buffer>) {
    hash.update(chunk)
    await handle.writev([chunk])
  }
  await handle.sync()
  const name = hash.digest('hex')
  await rename(temporary, join(folder, name))
  await using directory = await open(folder, 'r')
  await directory.sync()
  // Benchmarks store more than the disk holds at once.
  if (request.headers['x-keep'] === undefined) await rm(join(folder, name))
  return `/${name}`
}
