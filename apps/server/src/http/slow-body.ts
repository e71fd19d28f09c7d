import type { IncomingMessage } from 'node:http'
import type { BodyLimits } from '#limiter/body-limits.ts'
import { Problem } from '#problem.ts'
import type { GatedBody } from './gated-body.ts'

type Limits = Pick<BodyLimits, 'bytesPerSecond' | 'windowMs'> & { totalMs: number }

/**
 * Ends `body` with a Problem if the client sends it too slowly or for too long. The speed is measured over a window.
 * While received bytes are waiting to be stored, the window starts over, because the server causes the delay.
 */
export function refuseIfSlow(incoming: IncomingMessage, body: GatedBody, limits: Limits): void {
  const { bytesPerSecond, windowMs, totalMs } = limits
  const begun = performance.now()
  let since = begun
  let bytesBefore = incoming.socket.bytesRead
  const timer = setInterval(() => {
    const now = performance.now()
    const bytes = incoming.socket.bytesRead
    const isServerSlow = body.holdsBytes() || incoming.readableLength > 0
    if (now - begun > totalMs) body.destroy(tookTooLong(totalMs))
    else if (now - since < windowMs && !isServerSlow) return
    else if (!isServerSlow && (bytes - bytesBefore) * 1000 < bytesPerSecond * (now - since))
      body.destroy(tooSlow(bytesPerSecond))
    since = now
    bytesBefore = bytes
  }, windowMs / 10)
  timer.unref()
  body.once('close', () => clearInterval(timer))
}

function tooSlow(bytesPerSecond: number): Problem {
  const rate = `${bytesPerSecond.toLocaleString('en')} bytes per second`
  return new Problem(
    'request-timeout',
    `The request arrived more slowly than ${rate} and was stopped. Check the connection and send it again.`,
  )
}

function tookTooLong(totalMs: number): Problem {
  return new Problem(
    'request-timeout',
    `The request took longer than ${totalMs / 1000} s to arrive and was stopped. Send it over a faster connection, or in smaller parts.`,
  )
}
