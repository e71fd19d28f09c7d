import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../e2e/free-ports.ts'
import { peerFile, peerPackage } from './peer-package.ts'

const VERSIONS = ['@restatedev/restate-sdk@1.17.2', '@restatedev/restate-server@1.7.12']
const BINARY = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`

interface Context {
  serviceClient(service: unknown): { nothing(): Promise<void> }
}

interface Restate {
  RestatePromise: { all(calls: Promise<void>[]): Promise<unknown> }
  service(definition: {
    name: string
    handlers: Record<string, (ctx: Context, input: number) => Promise<void>>
  }): unknown
  createEndpointHandler(options: { services: unknown[] }): Parameters<typeof createServer>[1]
}

/** Measures durable calls from one task to other tasks, in milliseconds from request to reply. */
export interface Peer {
  /** Makes the calls one after another. */
  chain(length: number): Promise<number>
  /** Makes all calls concurrently, and one more call when they have returned. */
  fanOut(count: number): Promise<number>
  close(): Promise<void>
}

/** Starts Restate's own server with default settings. Its services run in this process. */
export async function restatePeer(): Promise<Peer> {
  process.env.RESTATE_LOGGING = 'ERROR'
  const restate = await peerPackage<Restate>('@restatedev/restate-sdk', VERSIONS, 'dist/index.js')
  const step = restate.service({ name: 'step', handlers: { nothing: async () => {} } })
  const calls = restate.service({
    name: 'calls',
    handlers: {
      async chain(ctx, length) {
        for (let index = 0; index < length; index += 1) await ctx.serviceClient(step).nothing()
      },
      async fanOut(ctx, count) {
        await restate.RestatePromise.all(Array.from({ length: count }, () => ctx.serviceClient(step).nothing()))
        await ctx.serviceClient(step).nothing()
      },
    },
  })
  const [services = 0, ingress, admin, node] = await freePorts(4)
  const endpoint = createServer({}, restate.createEndpointHandler({ services: [step, calls] })).listen(services)
  const folder = mkdtempSync(join(tmpdir(), 'restate-'))
  const server = spawn(peerFile('@restatedev/restate-sdk', VERSIONS, BINARY), ['--base-dir', folder], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      DO_NOT_TRACK: '1',
    },
  })
  await registered(`http://127.0.0.1:${admin}/deployments`, `http://127.0.0.1:${services}`)
  const called = async (handler: string, count: number) => {
    const begun = performance.now()
    await posted(`http://127.0.0.1:${ingress}/calls/${handler}`, count)
    return performance.now() - begun
  }
  return {
    chain: (length) => called('chain', length),
    fanOut: (count) => called('fanOut', count),
    async close() {
      server.kill()
      await once(server, 'exit')
      endpoint.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Registers the services as soon as the server is listening. */
async function registered(url: string, uri: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await posted(url, { uri })
    } catch (error) {
      if (tries > 100) throw error
      await sleep(200)
    }
  }
}

async function posted(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url}: ${await reply.text()}`)
  await reply.arrayBuffer()
}
