import { Readable } from 'node:stream'
import { constants, createGunzip } from 'node:zlib'
import { jsonNesting } from '@millrace/tables/json-nesting'
import { otherFormat } from '@millrace/tables/other-formats'
import type { StepInput } from '@millrace/worker-sdk'

const HEAD_BYTES = 4096
const FEED = 0x0a

/**
 * Returns the beginning of a file, decompressed if the file is gzip-compressed. Undefined if the content is neither
 * text nor JSON.
 */
export async function decompressedStart(
  { name, stream }: Pick<StepInput, 'name' | 'stream'>,
  bytes: number,
): Promise<{ name: string; content: Buffer } | undefined> {
  const head = await partOf(stream, HEAD_BYTES)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  if (!isGzip) return isText(head) ? { name, content: await partOf(stream, bytes) } : undefined
  const content = await gunzippedStart(await partOf(stream, bytes), bytes)
  return content && isText(content) ? { name: name.replace(/\.gz(ip)?$/i, ''), content } : undefined
}

async function partOf(stream: StepInput['stream'], bytes: number): Promise<Buffer> {
  return Buffer.concat(await (await stream({ start: 0, end: bytes - 1 })).toArray())
}

/**
 * Decompresses at most this many bytes. Undefined if the data is damaged. The caller then reads the whole file, which
 * reports the damage.
 */
async function gunzippedStart(compressed: Buffer, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    const content = Readable.from([compressed]).pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }))
    for await (const chunk of content as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= most) break
    }
    return Buffer.concat(chunks).subarray(0, most)
  } catch {
    return undefined
  }
}

function isText(start: Buffer): boolean {
  const head = start.subarray(0, HEAD_BYTES)
  return otherFormat(head) === undefined && head.subarray(0, 4).toString('latin1') !== '\u00d0\u00cf\u0011\u00e0'
}

/** Returns the complete lines or JSON records at the beginning of a text file. Undefined if the file can’t be split. */
export function textStart(start: Buffer, rows: number): Buffer | undefined {
  const head = start.subarray(0, HEAD_BYTES).toString('utf8')
  if (/^[\ufeff\s]*\[\s*\{/.test(head)) return recordsOf(start, rows)
  if (/^[\ufeff\s]*[[{]/.test(head) && !startsWithObject(start)) return undefined
  // In little-endian UTF-16, a line feed has a second byte, a zero, which must be included.
  const end = start.lastIndexOf(FEED)
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe
  return end < 0 ? undefined : start.subarray(0, end + (isUtf16 ? 2 : 1))
}

/** Returns the first records of an array of objects as a complete array. */
function recordsOf(start: Buffer, most: number): Buffer | undefined {
  const depthAfter = jsonNesting()
  let [depth, end, records] = [0, 0, 0]
  for (let at = 0; at < start.length && records < most; at += 1) {
    const before = depth
    depth = depthAfter(start[at] ?? 0)
    if (depth >= before) continue
    if (depth === 0) return undefined
    if (depth > 1) continue
    records += 1
    end = at + 1
  }
  return end > 0 ? Buffer.concat([start.subarray(0, end), Buffer.from(']')]) : undefined
}

function startsWithObject(start: Buffer): boolean {
  const [first = ''] = start
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
    .split('\n', 1)
  try {
    return first.startsWith('{') && JSON.parse(first) !== null
  } catch {
    return false
  }
}
