import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { accountOf } from '#access/actor.ts'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'
import { type Gate, gatedBody } from './gated-body.ts'
import { stillAllowed } from './session.ts'
import { refuseIfSlow } from './slow-body.ts'

const CHECK_EVERY_MS = 3000
/**
 * A waiting upload passes on one chunk per interval, because its client may time out while writing (httpx: after 5 s).
 */
const WAITING_CHUNK_MS = 1000
/**
 * How long a chunk of 64 kB may give way to other owners’ requests. An upload with a place in the lane gets at least
 * 13 MB/s.
 */
const CHUNK_WAIT_MS = 5
const CHUNK_BYTES = 65_536
/** Uploads up to this size count as ordinary requests, so larger uploads of other owners give way to them. */
const SMALL_BYTES = 1_000_000

/** Runs `work` with the body of an upload. Uploads beyond an owner's share continue slowly. */
export function withUpload<T>(c: Context<AppEnv>, work: (body: Readable) => Promise<T>): Promise<T> {
  return inUploadLane(c, (gate) => bodyStream(c, c.var.body.limits.uploadMs, gate), work)
}

/** Runs `work` with content that the server downloads. The download counts as an upload of the account. */
export function withFetched<T>(
  c: Context<AppEnv>,
  source: Readable,
  work: (content: Readable) => Promise<T>,
): Promise<T> {
  return inUploadLane(c, (gate) => whileAllowed(c, gatedBody(source, gate)), work)
}

async function inUploadLane<T>(
  c: Context<AppEnv>,
  through: (gate: Gate) => Readable,
  work: (body: Readable) => Promise<T>,
): Promise<T> {
  const { uploads } = c.var.body
  const place = uploads.enter(accountOf(c.var.actor))
  const { gate, refused } = slowUntil(place, c)
  const body = through(gate)
  refused.catch((refusal: Error) => body.destroy(refusal))
  try {
    return await work(body)
  } finally {
    body.destroy()
    void place.then((leave) => leave()).catch(() => {})
  }
}

/**
 * Runs `work` with the body. The number of unfinished bodies is limited per account or, without one, per IP address.
 */
export async function withBody<T>(
  c: Context<AppEnv>,
  kind: 'uploadMs' | 'otherMs',
  work: (body: Readable) => Promise<T>,
): Promise<T> {
  const leave = await c.var.body.enter()
  const body = bodyStream(c, c.var.body.limits[kind])
  try {
    return await work(body)
  } finally {
    body.destroy()
    leave()
  }
}

/**
 * Returns a gate that passes one chunk per second until the upload has a place in the lane, and then all bytes. Even
 * then, the bytes give way to other owners’ requests, because receiving and hashing keeps the event loop busy. Also
 * returns a promise that rejects if the lane refuses the upload.
 */
function slowUntil(place: Promise<unknown>, c: Context<AppEnv>) {
  const announced = Number(c.req.header('content-length') ?? 0)
  let isFast = false
  let received = 0
  const begun = place.then(() => {
    isFast = true
  })
  begun.catch(() => {})
  const gate: Gate = (bytes) => {
    received += bytes
    // Large uploads do not count as foreground requests. If they did, they would give way to each other.
    if (Math.max(announced, received) > SMALL_BYTES) c.var.leaveForeground?.()
    if (!isFast) return Promise.race([begun, sleep(WAITING_CHUNK_MS)]).then(() => isFast)
    return c.var.body.giveWay(CHUNK_WAIT_MS * Math.ceil(bytes / CHUNK_BYTES))?.then(() => true)
  }
  return { gate, refused: begun }
}

/**
 * Returns the body as a stream that fails if the body arrives too slowly or the session or key is revoked. The
 * connection then stays open, so that the client receives the reason.
 */
function bodyStream(c: Context<AppEnv>, totalMs: number, gate?: Gate): Readable {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) {
    const body = gatedBody(incoming, gate)
    refuseIfSlow(incoming, body, { ...c.var.body.limits, totalMs })
    return whileAllowed(c, body)
  }
  const source = c.req.raw.body ? Readable.fromWeb(c.req.raw.body as never) : Readable.from([])
  const body = gatedBody(source, gate)
  body.once('error', () => source.destroy())
  return whileAllowed(c, body)
}

/**
 * Checks the session or key every few seconds until the stream closes. If it is no longer valid, destroys the stream
 * with a Problem. Returns the stream.
 */
export function whileAllowed<S extends Readable>(c: Context<AppEnv>, stream: S): S {
  if (!c.var.actor) return stream
  const timer = setInterval(async () => {
    // If the database is unreachable, the principal's access is unknown, so the transfer continues.
    const allowed = await stillAllowed(c).catch(() => true)
    if (!allowed)
      stream.destroy(
        new Problem(
          'unauthorized',
          'The session or key expired or was revoked during the transfer. Sign in again, or use another key.',
        ),
      )
  }, CHECK_EVERY_MS)
  timer.unref()
  return stream.once('close', () => clearInterval(timer))
}
