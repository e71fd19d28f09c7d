import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ownChunk } from '#chunk-memory.ts'

const GATHERED_BYTES = 256 * 1024

/**
 * Decides when received bytes may pass. If the gate returns undefined, all bytes pass immediately. If the gate returns
 * a promise, all bytes pass when it resolves with true, and only one chunk passes when it resolves with false.
 */
export type Gate = (bytes: number) => Promise<boolean> | undefined

/** A body that says whether it holds received bytes, so that `refuseIfSlow` doesn’t blame the client. */
export type GatedBody = Readable & { holdsBytes(): boolean }

/**
 * Returns a stream of the source's bytes, which pass when the gate opens, about 256 kB per turn of the event loop. If
 * the returned stream is destroyed early, the source is paused and stays open.
 */
export function gatedBody(source: Readable, gate: Gate = () => undefined): GatedBody {
  let chunks: Buffer[] = []
  let bytes = 0
  let isWanted = false
  let isScheduled = false
  let hasEnded = false

  const body = new Readable({
    // A byte stream would copy waiting chunks to concatenate them.
    objectMode: true,
    highWaterMark: 1,
    read() {
      isWanted = true
      schedule()
    },
    destroy(error, done) {
      source.off('data', keep).pause()
      chunks = []
      done(error)
    },
  })

  function keep(chunk: Buffer): void {
    if (source instanceof IncomingMessage) ownChunk(chunk)
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= GATHERED_BYTES) source.pause()
    schedule()
  }

  function schedule(): void {
    if (isScheduled || !isWanted || (bytes === 0 && !hasEnded)) return
    isScheduled = true
    setImmediate(() => void pass().catch((error) => body.destroy(error)))
  }

  async function pass(): Promise<void> {
    const opening = bytes > 0 ? gate(bytes) : undefined
    const mayAllPass = opening ? await opening : true
    if (body.destroyed) return
    isScheduled = false
    isWanted = false
    if (bytes === 0) return void body.push(null)
    const passing = chunks.splice(0, mayAllPass ? chunks.length : 1)
    for (const { length } of passing) bytes -= length
    if (bytes < GATHERED_BYTES) source.resume()
    for (const chunk of passing) body.push(chunk)
  }

  source.on('data', keep)
  source.once('end', () => {
    hasEnded = true
    schedule()
  })
  source.once('error', (error) => body.destroy(error))
  source.once('close', () => {
    if (!source.readableEnded) body.destroy(new Error('The request was aborted.'))
  })
  return Object.assign(body, { holdsBytes: () => bytes > 0 })
}
