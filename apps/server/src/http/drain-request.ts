import type { IncomingMessage } from 'node:http'
import { PROBLEMS } from '@millrace/contracts/problems'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { isArriving } from './request-body.ts'

const LONGEST_MS = 30_000
/** How long a chunk that is discarded gives way to other owners’ requests: at least 3 MB/s, with chunks of 64 kB. */
const CHUNK_WAIT_MS = 20

/**
 * Delays a reply until its request has arrived, for 30 s at most, and discards the rest of the body. Many clients read the
 * reply only after they have sent everything. If the server closed the connection earlier, they would never see why. A
 * request that was too slow is not waited for, nor one that exceeds the number of bodies its owner or address may send.
 */
export const drainRequest: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (!isArriving(c) || c.res.status === PROBLEMS['request-timeout'].status) return
  const leave = await c.var.body.enter().catch(() => undefined)
  const giveWay = () => c.var.body.giveWay(CHUNK_WAIT_MS)
  if (leave) await rest(c.env.incoming as IncomingMessage, giveWay).finally(leave)
}

/** Discards chunks, each of which gives way to the requests of other owners. */
function rest(incoming: IncomingMessage, giveWay: () => Promise<void> | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LONGEST_MS)
  incoming.on('data', () => {
    const others = giveWay()
    if (!others) return
    incoming.pause()
    void others.then(() => incoming.resume())
  })
  incoming.once('end', resolve).once('close', resolve).on('error', resolve).resume()
  return promise.finally(() => clearTimeout(timer))
}
