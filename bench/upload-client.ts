import { randomFillSync, randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const MIB = 2 ** 20
/** Size of a part, as in the web app. */
const PART_BYTES = 32_000_000
const TUS = { 'tus-resumable': '1.0.0' }

const agent = new Agent({ keepAlive: true })
const block = randomFillSync(Buffer.alloc(MIB))

export interface Target {
  url: string
  /** The API key. The bare server needs none. */
  key?: string
}

interface Body {
  method: string
  path: string
  headers?: Record<string, string>
  /** The parts of the body in order. */
  chunks: Iterable<Buffer>
  length: number
  /** Offset in the body at which the connection is broken. */
  cutAt?: number
}

/** Yields the content of the `file`-th file between two offsets. Files differ only in their first block. */
export function* content(file: number, start: number, end: number): Generator<Buffer> {
  const first = Buffer.from(block)
  first.writeUInt32BE(file, 0)
  for (let at = start; at < end; ) {
    const within = at % MIB
    const chunk = (at < MIB ? first : block).subarray(within, within + end - at)
    yield chunk
    at += chunk.length
  }
}

/** Sends a request. Resolves with the response and the number of bytes written to the connection. */
async function send(target: Target, { method, path, headers = {}, chunks, length, cutAt }: Body) {
  const sent = Promise.withResolvers<IncomingMessage>()
  const auth = target.key === undefined ? {} : { 'x-api-key': target.key }
  const outgoing = request(new URL(path, target.url), {
    method,
    agent,
    headers: { ...auth, ...headers, 'content-length': String(length) },
  })
  outgoing.on('response', sent.resolve).on('error', sent.reject)
  sent.promise.catch(() => {})
  const cut = cutAt === undefined ? chunks : until(chunks, cutAt, () => outgoing.destroy())
  await pipeline(Readable.from(cut, { objectMode: false }), outgoing).catch(() => {})
  if (cutAt !== undefined) return { headers: {}, status: 0 }
  const response = await sent.promise
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString()
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
  return { headers: response.headers, status: response.statusCode }
}

function* until(chunks: Iterable<Buffer>, bytes: number, cut: () => void): Generator<Buffer> {
  let left = bytes
  for (const chunk of chunks) {
    if (left <= 0) break
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
  cut()
}

/** Uploads to the bare server. */
export async function putFile(target: Target, file: number, bytes: number): Promise<void> {
  await send(target, { method: 'PUT', path: '/', chunks: content(file, 0, bytes), length: bytes })
}

/** Uploads files in one multipart request. Resolves with the URL of the first file. */
export async function postFiles(target: Target, files: readonly number[], bytes: number): Promise<string> {
  const boundary = randomUUID()
  const head = (file: number) =>
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${file}.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  function* chunks(): Generator<Buffer> {
    for (const file of files) {
      yield head(file)
      yield* content(file, 0, bytes)
    }
    yield end
  }
  const length = files.reduce((sum, file) => sum + head(file).length + bytes, end.length)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const path = '/api/WorkData/UploadWorkData'
  return (await send(target, { method: 'POST', path, headers, chunks: chunks(), length })).headers.location ?? ''
}

/** A file whose content is generated while it is sent. */
export interface PartialFile {
  name: string
  bytes: number
  /** Returns the content between two offsets. */
  read: (start: number, end: number) => Iterable<Buffer>
  /** Offsets at which the connection breaks. */
  cuts?: readonly number[]
}

/**
 * Uploads a file in parts with the tus protocol. Resumes the upload whenever the connection breaks. Returns the file's
 * URL and the number of bytes that were sent more than once.
 */
export async function sendInParts(
  target: Target,
  { name, bytes, read, cuts = [] }: PartialFile,
): Promise<{ location: string; repeatedBytes: number }> {
  const headers = { ...TUS, 'content-type': 'application/offset+octet-stream' }
  const created = await send(target, {
    method: 'POST',
    path: '/api/Uploads',
    headers: { ...TUS, 'upload-length': String(bytes), 'upload-metadata': `filename ${btoa(name)}` },
    chunks: [],
    length: 0,
  })
  const path = created.headers.location ?? ''
  const left = [...cuts]
  let repeatedBytes = 0
  for (let offset = 0; ; ) {
    const end = Math.min(offset + PART_BYTES, bytes)
    const cut = left[0] !== undefined && left[0] < end ? left.shift() : undefined
    const reply = await send(target, {
      method: 'PATCH',
      path,
      headers: { ...headers, 'upload-offset': String(offset) },
      chunks: read(offset, end),
      length: end - offset,
      ...(cut !== undefined && { cutAt: cut - offset }),
    })
    const at =
      cut === undefined ? reply : await send(target, { method: 'HEAD', path, headers: TUS, chunks: [], length: 0 })
    offset = Number(at.headers['upload-offset'])
    if (cut !== undefined) repeatedBytes += Math.max(cut - offset, 0)
    if (at.headers.location !== undefined) return { location: at.headers.location, repeatedBytes }
  }
}

/** Deletes uploaded work data. Otherwise, the disk would fill up. */
export async function remove(target: Target, location: string): Promise<void> {
  for (const action of ['AllowDeletion', 'Delete']) {
    const path = `${new URL(location).pathname}/${action}`
    await send(target, { method: 'POST', path, chunks: [], length: 0 })
  }
}
