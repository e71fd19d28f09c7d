import { IncomingMessage } from 'node:http'
import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { accountOf } from '#access/actor.ts'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { clientIp, trustedProxies } from './client-ip.ts'

/** Makes the limits of bodies available to functions that read bodies. */
export function requestBodies({ env, lanes, bodyLimits }: Pick<Deps, 'env' | 'lanes' | 'bodyLimits'>) {
  const proxies = trustedProxies(env.TRUSTED_PROXIES)
  return (async (c, next) => {
    using places = new DisposableStack()
    const address = () => clientIp(peerOf(c), c.req.header('x-forwarded-for'), proxies)
    const sender = () => (c.var.actor ? accountOf(c.var.actor) : address())
    c.set('body', {
      limits: bodyLimits,
      uploads: lanes.uploads,
      foreground: lanes.foreground,
      giveWay: (mostMs) => lanes.foreground.giveWay(sender(), mostMs),
      address,
      async enter() {
        // Most bodies arrive with their headers, so they are complete after one turn of the event loop and need no
        // lane.
        await eventLoopTurn()
        if (!isArriving(c)) return () => {}
        return (c.var.actor ? lanes.bodies : lanes.anonymousBodies).enter(sender())
      },
      enterDiscard: () => lanes.discards.enter(sender()),
      async enterLarge() {
        places.defer(await lanes.largeBodies.enter(sender()))
      },
      slowRefusal: () => lanes.slowRefusal(address()),
      enterDownload: (kind) => lanes[kind].enter(sender()),
    })
    await next()
  }) satisfies MiddlewareHandler<AppEnv>
}

/** Whether part of the body has yet to arrive. */
export function isArriving(c: Context<AppEnv>): boolean {
  const incoming: unknown = c.env?.incoming
  return incoming instanceof IncomingMessage && !incoming.complete && !incoming.destroyed
}

/** Returns the address of the other end of the connection, or undefined on a Unix socket. */
function peerOf(c: Context<AppEnv>): string | undefined {
  return c.env?.incoming?.socket ? getConnInfo(c).remote.address : undefined
}
