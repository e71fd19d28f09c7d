import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Lease } from '@millrace/contracts/worker'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openGateway } from '../gateway/gateway.ts'
import { storeOutputs } from './store-outputs.ts'

const LEASE = { id: randomUUID(), token: randomUUID() } as Lease

/** Creates a server that refuses requests with these problems in turn and then accepts every request. */
async function refusing(...codes: string[]) {
  const taken: string[] = []
  const server = createServer(async (request, reply) => {
    const parts = await Array.fromAsync(request as AsyncIterable<Buffer>)
    const code = codes.shift()
    if (code === undefined) taken.push(Buffer.concat(parts).toString())
    const body = code === undefined ? {} : { status: 507, code, detail: 'There is no room.' }
    reply.writeHead(code === undefined ? 201 : 507, { 'content-type': 'application/json', 'retry-after': '0' })
    reply.end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const gateway = openGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key')
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-store-'))
  onTestFinished(async () => {
    gateway.close()
    server.close()
    await rm(folder, { recursive: true })
  })
  const file = path.join(folder, 'result.csv')
  await writeFile(file, 'a\n1\n')
  const output = { slot: 'cleaned', index: 0, name: 'result.csv', mediaType: 'text/csv', path: file }
  const said: string[] = []
  const stores = () =>
    storeOutputs(gateway, LEASE, {
      outputs: [output],
      over: new AbortController().signal,
      say: (line) => said.push(line),
    })
  return { stores, taken, said }
}

describe('storing results', () => {
  it('waits for space on a full disk, and logs it once', async () => {
    const { stores, taken, said } = await refusing('storage-full', 'storage-full', 'storage-full')

    await stores()

    expect(taken).toEqual(['a\n1\n'])
    expect(said).toEqual(['The server’s disk is full. Waiting up to 10 minutes for space to store the results.'])
  })

  it('fails immediately if the owner’s quota is used up', async () => {
    const { stores, taken, said } = await refusing('over-quota')

    await expect(stores()).rejects.toThrow('There is no room.')

    expect([taken, said]).toEqual([[], []])
  })
})
