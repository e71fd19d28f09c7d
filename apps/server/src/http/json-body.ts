import type { Readable } from 'node:stream'
import { LIMITS } from '@millrace/contracts/limits'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { parsed, parsedExactly, requireShallow, requireStorable } from '#json-text.ts'
import { Problem } from '#problem.ts'
import { withBody } from './body-stream.ts'

/**
 * Reads a JSON body of bounded size and depth. An empty body is treated as an empty object, whatever its content type.
 * Any other body must have a JSON content type or none.
 */
export async function readJson(c: Context<AppEnv>, maxBytes: number = LIMITS.jsonBodyBytes): Promise<unknown> {
  requireUncompressed(c)
  const bytes = await readBytes(c, maxBytes)
  if (bytes.length > LARGE_BYTES) await c.var.body.enterLarge()
  const text = jsonText(bytes)
  const type = c.req.header('content-type') ?? ''
  if (text.trim() !== '' && type !== '' && !JSON_TYPE.test(type))
    throw new Problem('unsupported-media-type', `${type.slice(0, 100)} is not supported. Send application/json.`)
  return parsedExactly(text)
}

export function requireUncompressed(c: Context<AppEnv>): void {
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity')
    throw new Problem(
      'unsupported-media-type',
      `Content encoding ${encoding.slice(0, 100)} is not supported. Send the body uncompressed.`,
    )
}

const JSON_TYPE = /^[\w.+-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Reads a JSON body with program output. The caller must remove what the database cannot store. */
export async function readProgramOutput(c: Context<AppEnv>, maxBytes: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(c, maxBytes))
  requireShallow(text)
  return parsed(text)
}

/** Reads the result of a step. Rounds long numbers, because the step has ended and cannot change its result. */
export async function readStepResult(c: Context<AppEnv>, maxBytes: number): Promise<unknown> {
  return parsed(await readJsonText(c, maxBytes))
}

/** Returns the text of a JSON body, for a library that parses it itself. */
export async function readJsonText(c: Context<AppEnv>, maxBytes: number): Promise<string> {
  return jsonText(await readBytes(c, maxBytes))
}

function jsonText(bytes: Uint8Array): string {
  const text = textOf(bytes)
  requireStorable(text)
  requireShallow(text)
  return text
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('bad-request', 'The body is not UTF-8. Send JSON in UTF-8.', { cause })
  }
}

/** How much of an oversized body is read and discarded before the request is refused. */
const PATIENCE_BYTES = 64_000_000
/** Larger bodies give way to other owners’ requests, because parsing and storing them keeps the event loop busy. */
const LARGE_BYTES = 50_000
const LARGE_WAIT_MS = 100

/**
 * Reads a body of up to `maxBytes`. Counts the bytes that arrive instead of trusting Content-Length. Reads and discards
 * the rest of an oversized body, because many clients read the reply only after they have sent everything.
 */
async function readBytes(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const size = await withBody(c, 'otherMs', async (body) => {
    let count = 0
    for await (const chunk of bytesOf(body)) {
      count += chunk.length
      if (count <= maxBytes) chunks.push(chunk)
      if (count > PATIENCE_BYTES) break
    }
    return count
  })
  if (size > LARGE_BYTES) await c.var.body.giveWay(LARGE_WAIT_MS)
  if (size > maxBytes) throw new Problem('too-large', `The body is larger than ${maxBytes.toLocaleString('en')} bytes.`)
  return Buffer.concat(chunks)
}

/** Yields the bytes of the body. A client that disconnects is not reported as a server error. */
async function* bytesOf(body: Readable): AsyncIterable<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('bad-request', 'The connection closed before the body was complete.', { cause })
  }
}
