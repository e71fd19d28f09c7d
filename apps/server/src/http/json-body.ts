import { LIMITS } from '@millrace/contracts/limits'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

/** Escaped surrogates side by side, with all the backslashes before them: an even number of them escapes nothing. */
const SURROGATES = /(?<!\\)\\+u[dD][89a-fA-F][0-9a-fA-F]{2}(?:\\u[dD][89a-fA-F][0-9a-fA-F]{2})*/g

/**
 * Reads a JSON body of bounded size and depth. An empty body reads as an empty object, whatever it is called; any other
 * is JSON by name or has no name.
 */
export async function readJson(c: Context<AppEnv>, maxBytes: number = LIMITS.jsonBodyBytes): Promise<unknown> {
  requirePlain(c)
  const text = await readJsonText(c, maxBytes)
  const type = c.req.header('content-type') ?? ''
  if (text.trim() !== '' && type !== '' && !JSON_TYPE.test(type))
    throw new Problem('unsupported-media-type', `${type.slice(0, 100)} is not read here. Send application/json.`)
  return parsed(text, exactly)
}

/** Refuses a body that was compressed on its way. */
export function requirePlain(c: Context<AppEnv>): void {
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity')
    throw new Problem(
      'unsupported-media-type',
      `Bodies in ${encoding.slice(0, 100)} are not read. Send it uncompressed.`,
    )
}

const JSON_TYPE = /^[\w.+-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Reads a JSON body that holds what programs print, which may be anything: the caller makes it storable. */
export async function readPrinted(c: Context<AppEnv>, maxBytes: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(c, maxBytes))
  requireShallow(text)
  return parsed(text)
}

/** Reads what a step found. Nobody could send its long numbers in another way any more, so they are rounded. */
export async function readFindings(c: Context<AppEnv>, maxBytes: number): Promise<unknown> {
  return parsed(await readJsonText(c, maxBytes))
}

/** Parses JSON text from outside, such as an uploaded file, by the same rules. */
export function parseJson(text: string): unknown {
  requireStorable(text)
  requireShallow(text)
  return parsed(text, exactly)
}

function parsed(text: string, reviver?: Reviver): unknown {
  if (text.trim() === '') return {}
  try {
    return reviver && LONG_NUMBER.test(text) ? (JSON.parse as ParseWithSource)(text, reviver) : JSON.parse(text)
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('bad-request', `The body is not JSON: ${(cause as Error).message}`, { cause })
  }
}

type Reviver = (key: string, value: unknown, from: { source?: string }) => unknown
type ParseWithSource = (text: string, reviver: Reviver) => unknown

/** What may be a number that is not kept as it is written. */
const LONG_NUMBER = /\d{16}|e\+?\d{3}/i

/** Integers of many digits and numbers without bounds would become others unnoticed; fractions are rounded, as ever. */
function exactly(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  const isKept = Number.isFinite(value) && (!/^-?\d+$/.test(source) || BigInt(source) === BigInt(value))
  if (isKept) return value
  const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source
  throw new Problem(
    'invalid-parameters',
    `The number ${shown} cannot be kept exactly. Send it as a text, or a shorter one.`,
  )
}

/** The text of such a body, for a library that parses it itself. */
export async function readJsonText(c: Context<AppEnv>, maxBytes: number): Promise<string> {
  const text = textOf(await readBytes(c, maxBytes))
  requireStorable(text)
  requireShallow(text)
  return text
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('bad-request', 'The body is not UTF-8, as JSON is. Write it in that encoding.', { cause })
  }
}

/** How much of a body that is too large is thrown away before the connection is. */
const PATIENCE_BYTES = 64_000_000

/** Counts the bytes that come, whatever Content-Length says. Reads on when there are too many, so the refusal is heard. */
async function readBytes(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(c)) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    if (size > PATIENCE_BYTES) break
  }
  if (size > maxBytes) throw new Problem('too-large', `The body is larger than ${maxBytes.toLocaleString('en')} bytes.`)
  return Buffer.concat(chunks)
}

/** The bytes as they come. A sender who goes away in the midst of them is no fault of ours. */
async function* bytesOf(c: Context<AppEnv>): AsyncIterable<Uint8Array> {
  try {
    yield* (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new Problem('bad-request', 'The connection ended before the body did.', { cause })
  }
}

/** No text column takes a NUL character, and no JSON column half of a character (a surrogate without its other half). */
function requireStorable(text: string): void {
  if (text.includes('\u0000') || text.includes('\\u0000'))
    throw new Problem('bad-request', 'The body holds a NUL character, which cannot be stored.')
  for (const [run] of text.matchAll(SURROGATES)) {
    const backslashes = /^\\*/.exec(run)?.[0].length ?? 0
    const characters = run.slice(backslashes - 1)
    if (backslashes % 2 === 1 && !(JSON.parse(`"${characters}"`) as string).isWellFormed())
      throw new Problem('bad-request', `The body holds half of a character, ${characters}, which cannot be stored.`)
  }
}

/** Refuses nesting that would be costly to walk later; a scan, so that the parser never sees it. */
function requireShallow(text: string): void {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 92) index++
      else if (code === 34) inString = false
      continue
    }
    if (code === 34) inString = true
    else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) depth--
    if (depth > LIMITS.jsonDepthMax) {
      throw new Problem('bad-request', `The body is nested deeper than ${LIMITS.jsonDepthMax} levels.`)
    }
  }
}
