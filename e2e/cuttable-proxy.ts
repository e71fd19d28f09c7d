import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a browser and a product. Its connections can be stalled, cut and restored. */
export interface CuttableProxy {
  port: number
  /** Forwards at most this many further bytes per connection to the product, until `flow` is called. */
  holdAfter(bytes: number): void
  /** Closes the stalled connections. New connections are accepted. */
  cut(): void
  /**
   * Closes all connections after this many further bytes to the product, and then resolves. New connections are
   * accepted.
   */
  cutAfter(bytes: number): Promise<void>
  /** The bytes forwarded to the product so far. */
  sentBytes(): number
  /** Closes all connections and refuses new ones, until `flow` is called. */
  breakDown(): void
  flow(): void
  close(): void
}

/** Starts a proxy to the port that `target` returns. */
export async function startCuttableProxy(target: () => number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  /** Bytes forwarded by each connection since the limit was set. Earlier bytes may belong to another test. */
  const forwarded = new Map<Socket, number>()
  let limit = Number.POSITIVE_INFINITY
  let isBroken = false
  let sent = 0
  let cut: { at: number; done: () => void } | undefined

  const server = createServer((inner) => {
    if (isBroken) return void inner.destroy()
    const outer = connect(target(), '127.0.0.1')
    inner.on('data', (chunk) => {
      const bytes = (forwarded.get(inner) ?? 0) + chunk.length
      forwarded.set(inner, bytes)
      if (!outer.write(chunk) && !inner.isPaused()) {
        inner.pause()
        outer.once('drain', () => held.has(inner) || inner.resume())
      }
      sent += chunk.length
      if (cut && sent >= cut.at) {
        cut.done()
        cut = undefined
        return breakAll(sockets)
      }
      if (bytes <= limit) return
      inner.pause()
      held.add(inner)
    })
    outer.pipe(inner)
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        held.delete(one)
        forwarded.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  const breakAll = (connections: Set<Socket>) => {
    for (const socket of connections) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    holdAfter(bytes) {
      forwarded.clear()
      limit = bytes
    },
    cut: () => breakAll(held),
    cutAfter: (bytes) =>
      new Promise((done) => {
        cut = { at: sent + bytes, done }
      }),
    sentBytes: () => sent,
    breakDown() {
      isBroken = true
      breakAll(sockets)
    },
    flow() {
      isBroken = false
      limit = Number.POSITIVE_INFINITY
      for (const socket of held) socket.resume()
      held.clear()
    },
    close() {
      server.close()
      breakAll(sockets)
    },
  }
}
