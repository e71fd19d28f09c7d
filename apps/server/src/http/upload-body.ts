import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { LIMITS } from '@millrace/contracts/limits'
import { Tags } from '@millrace/contracts/queries'
import { UploadWorkDataParameters } from '@millrace/contracts/work-data'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { valid } from '#http/valid.ts'
import { parseJson } from '#json-text.ts'
import { Problem } from '#problem.ts'

/** A file in a multipart body. Its content must be read before the next part. */
export interface UploadedPart {
  name: string
  declaredType: string | undefined
  content: Readable
}

const FILES_MAX = 100
const TEXTS_MAX = 20
const TEXT_BYTES_MAX = 100_000
/**
 * Size of the parser's buffer: one byte, so that the parser waits until each chunk has been read. If several chunks
 * collected in the buffer, reading them would copy them into one.
 */
const FILE_BUFFER_BYTES = 1
/** Maximum size of everything in a body except the content of files: text parts, and the headers of all parts. */
const OTHER_BYTES_MAX = TEXTS_MAX * TEXT_BYTES_MAX + 1_000_000

/** Reads the tags in each kind of text part. Other text parts are ignored. */
const TEXT_PARTS: ReadonlyMap<string, (text: string) => string[]> = new Map([
  ['tags', tagsOf],
  [
    'UploadWorkDataParameters',
    (text: string) => valid(UploadWorkDataParameters, jsonOf('UploadWorkDataParameters', text)).Tags ?? [],
  ],
])

/** Returns the minimum total size of an upload's files in bytes, derived from Content-Length. 0 without that header. */
export function announcedBytes(c: Context<AppEnv>): number {
  return Math.max(Number(c.req.header('content-length') ?? 0) - OTHER_BYTES_MAX, 0)
}

/**
 * Reads a multipart upload and streams each file part to `store`. Resolves with the results, in order, only if the body
 * is complete, so that no incomplete upload is published. On failure, the body is not destroyed, so that the server can
 * still reply.
 */
export async function readUpload<T>(
  contentType: string,
  body: Readable,
  store: (part: UploadedPart) => Promise<T>,
): Promise<{ files: T[]; tags: string[] }> {
  const parser = makeParser(contentType)
  const tags: string[] = []
  const stored: Promise<T>[] = []
  const open: Readable[] = []
  const trouble = Promise.withResolvers<never>()
  trouble.promise.catch(() => {})
  parser.on('field', (field, value) => {
    const read = TEXT_PARTS.get(field)
    if (read) attempt(() => add(tags, read(value)), trouble.reject)
  })
  parser.on('file', (_field, file, name, _encoding, declaredType) => {
    open.push(file)
    file.on('error', () => {})
    const one = store({ name: nameOf(name ?? ''), declaredType, content: file })
    one.catch(trouble.reject)
    stored.push(one)
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    const most = `Send at most ${FILES_MAX} files at a time, and ${TEXTS_MAX} text parts with them.`
    parser.on(limit, () => trouble.reject(new Problem('bad-multipart', most)))
  }
  try {
    body.pipe(parser)
    // The parser may stop reading at the end of the form. Any bytes after the form are discarded.
    parser.once('finish', () => body.resume())
    await Promise.race([Promise.all([finished(body), finished(parser)]), trouble.promise])
    const files = await Promise.all(stored)
    if (files.length === 0) throw new Problem('bad-multipart', 'The upload contains no file.')
    return { files, tags }
  } catch (cause) {
    body.unpipe(parser)
    parser.destroy()
    for (const file of open) file.destroy(cutOff(cause))
    await Promise.allSettled(stored)
    if (cause instanceof Problem) throw cause
    throw isMalformed(cause) ? cutOff(cause) : cause
  }
}

function makeParser(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new Problem('unsupported-media-type', 'Send the file as multipart/form-data.')
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      fileHwm: FILE_BUFFER_BYTES,
      limits: {
        fields: TEXTS_MAX,
        fieldSize: TEXT_BYTES_MAX,
        files: FILES_MAX,
        parts: FILES_MAX + TEXTS_MAX,
        headerPairs: 50,
      },
    })
  } catch (cause) {
    throw new Problem('bad-multipart', 'The Content-Type has no multipart boundary.', { cause })
  }
}

/** Decodes a file name. Clients percent-encode only quotes, CR and LF (HTML, multipart/form-data encoding). */
function nameOf(written: string): string {
  return written.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

/** Whether the error is a parser error or a broken connection, as opposed to a full disk or an internal error. */
function isMalformed(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return (
    /multipart|boundary|part header|aborted|premature/i.test(message) ||
    /^(ECONNRESET|ERR_STREAM|EPIPE)/.test(code ?? '')
  )
}

function cutOff(cause: unknown): Problem {
  const what = /unexpected end of multipart/i.test((cause as Error).message)
    ? 'The upload ended before its closing boundary. Check the boundary in its Content-Type.'
    : 'The upload was cut off or is malformed.'
  return new Problem('bad-multipart', `${what} Nothing was stored. Send it again.`, { cause })
}

/** The limit applies to the tags of all parts together. */
function add(tags: string[], more: string[]): void {
  tags.push(...more)
  if (tags.length > LIMITS.tagsMax) throw new Problem('bad-multipart', `Send at most ${LIMITS.tagsMax} tags.`)
}

function attempt(action: () => void, onError: (error: unknown) => void): void {
  try {
    action()
  } catch (error) {
    onError(error)
  }
}

function tagsOf(text: string): string[] {
  const tags = Tags.safeParse(jsonOf('tags', text))
  if (tags.success) return tags.data
  throw new Problem('bad-multipart', 'The part “tags” must contain a JSON array of at most 100 strings.')
}

function jsonOf(part: string, text: string): unknown {
  try {
    return parseJson(text, `The part “${part}”`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem('bad-multipart', error.message, { cause: error })
  }
}
