import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROBLEMS } from '@millrace/contracts/problems'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { DISCARD_MS, type RequestBody } from '#limiter/body-limits.ts'
import { isArriving } from './request-body.ts'

/**
 * Maximum time to wait for other owners’ requests after each discarded chunk of 64 kB. So a body with a place in the
 * lane is discarded at 3 MB/s or more.
 */
const CHUNK_WAIT_MS = 20
/**
 * Interval between the chunks that are discarded before the body has a place in the lane, so that the client does not
 * time out.
 */
const WAITING_CHUNK_MS = 1000

/**
 * Delays a reply, for up to 30 s, until the rest of the request has arrived and been discarded. Many clients read the
 * reply only after they have sent the whole request. Doesn't delay the reply if the connection closes, the request was
 * too slow, or the lane is full.
 */
export const drainRequest: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (!isArriving(c) || c.res.status === PROBLEMS['request-timeout'].status) return
  if (c.res.headers.get('connection') === 'close') return
  const leave = await c.var.body.enter().catch(() => undefined)
  if (leave) await discardRest(c.env.incoming as IncomingMessage, c.var.body).finally(leave)
}

/**
 * Discards the body: slowly until it has a place in the lane, then at full speed, giving way to other owners’ requests.
 */
async function discardRest(incoming: IncomingMessage, { enterDiscard, giveWay }: RequestBody): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DISCARD_MS)
  let isFast = false
  const place = enterDiscard()
  const begun = place.then(
    () => {
      isFast = true
    },
    () => {},
  )
  incoming.on('data', () => {
    const pause = isFast ? giveWay(CHUNK_WAIT_MS) : Promise.race([begun, sleep(WAITING_CHUNK_MS)])
    if (!pause) return
    incoming.pause()
    void pause.then(() => incoming.resume())
  })
  incoming.once('end', resolve).once('close', resolve).on('error', resolve).resume()
  await promise
  clearTimeout(timer)
  void place.then((leave) => leave()).catch(() => {})
}
