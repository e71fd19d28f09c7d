import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('./bare-chain-server.ts', import.meta.url))

interface BareChain {
  /** Runs a chain of this many nodes and returns its duration in milliseconds. */
  run(length: number): Promise<number>
  close(): Promise<void>
}

/** Starts the bare server, which measures the minimum cost of a chain of durable nodes over HTTP. */
export async function bareChain(databaseUrl: string): Promise<BareChain> {
  const server = spawn(process.execPath, [SERVER, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface(server.stdout), 'line')) as [string]
  return {
    async run(length) {
      const begun = performance.now()
      let body: unknown = { id: null }
      for (let index = 0; index < length; index += 1)
        body = await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()
      return performance.now() - begun
    },
    async close() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
