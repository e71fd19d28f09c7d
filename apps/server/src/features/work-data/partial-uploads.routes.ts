import { Tags } from '@millrace/contracts/queries'
import type { ResumableUploadsProperties } from '@millrace/contracts/work-data'
import { document, link } from '@millrace/siren/build'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { withUpload } from '#http/body-stream.ts'
import { siren } from '#http/siren.ts'
import { pathId } from '#http/valid.ts'
import { parseJson } from '#json-text.ts'
import { href } from '#links.ts'
import { invalid, Problem } from '#problem.ts'
import type { PartialUploadState } from './append-to-upload.service.ts'
import type { NewPartialUpload } from './find-partial-upload.service.ts'
import type { PartialUploadService, UnfinishedPartialUpload } from './partial-uploads.service.ts'

const VERSION = '1.0.0'
const FINGERPRINT_MAX = 500
const EXTENSIONS = ['creation', 'creation-with-upload', 'termination']
const BODY_TYPE = 'application/offset+octet-stream'

/**
 * HTTP routes for resumable uploads: the tus protocol 1.0.0 with the tus extensions in `EXTENSIONS` and the additions
 * described below. In the response to the last bytes, and in later responses to requests for the offset, `Location`
 * contains the URL of the work data. Mounted at /api.
 *
 * If the owner already has the content, it need not be sent. If the creation response has `Upload-Size-Known`, a
 * request at offset 0 may send the file's hash in `Repr-Digest` (RFC 9530) instead of the content. Other requests may
 * also send this header. If they do, a file with a different hash is not stored. To resume an upload of an earlier
 * session, a client requests the hash of the received bytes with `Want-Repr-Digest`, and compares it with the hash of
 * the same part of its file.
 */
export function partialUploadRoutes(uploads: PartialUploadService) {
  return new Hono<AppEnv>()
    .get('/Uploads', async (c) => siren(c, description(c.var.origin, await uploads.unfinished(c.var.actor))))
    .options('/Uploads', (c) => c.body(null, 204, { ...HEADERS, ...ABILITIES }))
    .post('/Uploads', async (c) => {
      requireVersion(c)
      const { id, isSizeKnown } = await uploads.create(c.var.actor, newUpload(c))
      const hasBytes = c.req.header('content-type') === BODY_TYPE
      const begun = hasBytes ? await firstBytes(c, uploads, id) : undefined
      return c.body(null, 201, {
        ...HEADERS,
        ...(isSizeKnown && { 'Upload-Size-Known': 'true' }),
        ...(begun && { 'Upload-Offset': String(begun.offset) }),
        Location: `${c.var.origin}/api/Uploads/${id}`,
      })
    })
    .use('/Uploads/:id', async (c, next) => {
      await uploads.requireOwn(c.var.actor, pathId(c))
      requireVersion(c)
      await next()
    })
    .get('/Uploads/:id', async (c) => {
      const state = await uploads.state(c.var.actor, pathId(c), { isHashWanted: wantsDigest(c) })
      return c.body(null, 200, {
        ...headersOf(c, state),
        'Upload-Length': String(state.sizeInBytes),
        ...(state.isSizeKnown && { 'Upload-Size-Known': 'true' }),
        ...(state.sha256 && { 'Repr-Digest': `sha-256=:${Buffer.from(state.sha256, 'hex').toString('base64')}:` }),
      })
    })
    .patch('/Uploads/:id', (c) => append(c, uploads))
    .delete('/Uploads/:id', (c) => remove(c, uploads))
    .post('/Uploads/:id', async (c) => {
      const method = c.req.header('x-http-method-override')?.toUpperCase()
      if (method === 'PATCH') return append(c, uploads)
      if (method === 'DELETE') return remove(c, uploads)
      throw new Problem('method-not-allowed', 'To send bytes, use PATCH, or POST with X-HTTP-Method-Override: PATCH.')
    })
}

async function append(c: Context<AppEnv>, uploads: PartialUploadService): Promise<Response> {
  if (c.req.header('content-type') !== BODY_TYPE) {
    throw new Problem('unsupported-media-type', `Send the bytes as ${BODY_TYPE}.`)
  }
  const offset = wholeNumber(c, 'Upload-Offset')
  const sha256 = digestOf(c)
  const known = sha256 && offset === 0 ? await uploads.link(c.var.actor, pathId(c), sha256) : undefined
  if (known) return c.body(null, 204, headersOf(c, known))
  const place = { offset, sha256, bytes: bytesOf(c) }
  const state = await withUpload(c, (body) => uploads.append(c.var.actor, pathId(c), place, body)).catch(
    (cause: unknown) => endEarly(c, cause),
  )
  return c.body(null, 204, headersOf(c, state))
}

async function remove(c: Context<AppEnv>, uploads: PartialUploadService): Promise<Response> {
  await uploads.remove(c.var.actor, pathId(c))
  return c.body(null, 204, HEADERS)
}

/** Returns the size of the body, or undefined if it is sent in chunks. */
function bytesOf(c: Context<AppEnv>): number | undefined {
  const length = c.req.header('content-length')
  return length === undefined ? undefined : Number(length)
}

/**
 * Rethrows an error, and closes the connection on a conflict. Browsers silently repeat a request whose connection
 * broke, although its offset is then wrong. Closing the connection avoids receiving the whole body.
 */
function endEarly(c: Context<AppEnv>, cause: unknown): never {
  if (cause instanceof Problem && cause.status === 409) c.header('Connection', 'close')
  throw cause
}

/**
 * Receives bytes that are sent with the creation request. If this fails, removes the upload, because the client doesn't
 * know its URL.
 */
async function firstBytes(c: Context<AppEnv>, uploads: PartialUploadService, id: string): Promise<PartialUploadState> {
  const place = { offset: 0, sha256: digestOf(c), bytes: bytesOf(c) }
  try {
    return await withUpload(c, (body) => uploads.append(c.var.actor, id, place, body))
  } catch (cause) {
    // Errors from the removal are ignored, because the client needs the original error. The upload expires anyway.
    await uploads.remove(c.var.actor, id).catch(() => {})
    throw cause
  }
}

function description(origin: string, unfinished: UnfinishedPartialUpload[]) {
  return document('ResumableUploads', {
    properties: {
      Protocol: 'tus',
      Version: VERSION,
      Extensions: EXTENSIONS,
      Unfinished: unfinished.map(({ id, name, sizeInBytes, fingerprint = '', isReceiving }) => ({
        UploadUrl: `${origin}/api/Uploads/${id}`,
        Name: name,
        SizeInBytes: sizeInBytes,
        Fingerprint: fingerprint,
        IsReceiving: isReceiving,
      })),
    } satisfies ResumableUploadsProperties,
    links: [link('self', `${origin}/api/Uploads`)],
  })
}

const ABILITIES = { Allow: 'GET, HEAD, POST, OPTIONS', 'Tus-Version': VERSION, 'Tus-Extension': EXTENSIONS.join() }
const HEADERS = { 'Tus-Resumable': VERSION }

function headersOf(c: Context<AppEnv>, { offset, workDataId }: PartialUploadState): Record<string, string> {
  return {
    ...HEADERS,
    'Upload-Offset': String(offset),
    ...(workDataId && { Location: href.workData(c.var.origin, workDataId) }),
  }
}

function requireVersion(c: Context<AppEnv>): void {
  if (c.req.header('tus-resumable') === VERSION) return
  throw new Problem('precondition-failed', `Send the header Tus-Resumable: ${VERSION}.`)
}

const NO_DEFERRAL = 'Send the length when you create the upload. Deferred lengths are not supported.'

function newUpload(c: Context<AppEnv>): NewPartialUpload {
  if (c.req.header('upload-defer-length') !== undefined)
    throw invalid([{ pointer: '/Upload-Length', message: NO_DEFERRAL }])
  const metadata = metadataOf(c.req.header('upload-metadata') ?? '')
  const tags = Tags.safeParse(metadata.has('tags') ? parseJson(metadata.get('tags') ?? '') : [])
  if (!tags.success) throw invalid([{ pointer: '/Upload-Metadata', message: 'Send tags as a JSON array of strings.' }])
  return {
    name: metadata.get('filename') ?? metadata.get('name') ?? '',
    declaredType: metadata.get('filetype') ?? metadata.get('type'),
    sizeInBytes: wholeNumber(c, 'Upload-Length'),
    tags: tags.data,
    fingerprint: metadata.get('fingerprint')?.slice(0, FINGERPRINT_MAX),
  }
}

/** Parses metadata such as `filename cmVhZGluZ3MuY3N2,filetype dGV4dC9jc3Y=`. */
function metadataOf(header: string): Map<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}

/**
 * Returns the SHA-256 of the whole file in lowercase hex, from a header such as `sha-256=:47DEQ…hSuFU=:`. Undefined if
 * the header contains none.
 */
function digestOf(c: Context<AppEnv>): string | undefined {
  const [, base64] = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(c.req.header('repr-digest') ?? '') ?? []
  return base64 && Buffer.from(base64, 'base64').toString('hex')
}

/** Whether the client requests a digest, as in `sha-256=10`. A weight of 0 declines it. */
function wantsDigest(c: Context<AppEnv>): boolean {
  return /(?:^|[,\s])sha-256=(?:[1-9]|10)\b/.test(c.req.header('want-repr-digest') ?? '')
}

function wholeNumber(c: Context<AppEnv>, header: string): number {
  const text = c.req.header(header) ?? ''
  const value = Number(text)
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(value)) return value
  throw invalid([{ pointer: `/${header}`, message: 'Send a whole number of bytes.' }])
}
