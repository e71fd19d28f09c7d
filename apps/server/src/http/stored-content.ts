import type { Storage } from '@millrace/storage/storage'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { damagedData, Problem } from '#problem.ts'
import { directBody } from './direct-body.ts'
import { openDownload } from './open-download.ts'

interface Content {
  sha256: string
  sizeInBytes: number
  mediaType: string
  disposition: string
}

/**
 * Headers of stored content. They sandbox the content and prevent MIME sniffing, so it cannot run scripts in our
 * origin.
 */
export const CONTENT_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Sends stored bytes or the range that the client requests. The ETag is the content's hash, so a download can be
 * resumed safely with `If-Range` or `If-Match`, and `If-None-Match` avoids a repeated download.
 */
export async function sendContent(c: Context<AppEnv>, storage: Storage, content: Content): Promise<Response> {
  const found = await storage.stat(content.sha256)
  if (found?.sizeInBytes !== content.sizeInBytes) throw damagedData()
  const etag = `"${content.sha256}"`
  const headers: Record<string, string> = {
    'Content-Type': content.mediaType,
    'Content-Disposition': content.disposition,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    ...CONTENT_HEADERS,
  }
  if (!matchesEtag(c.req.header('if-match') ?? '*', etag))
    throw new Problem('precondition-failed', 'The file changed. Restart the download.')
  if (matchesEtag(c.req.header('if-none-match') ?? '', etag))
    return new Response(null, { status: 304, headers: { ETag: etag } })
  const asked = c.req.header('range')
  const same = (c.req.header('if-range') ?? etag) === etag
  const range = asked !== undefined && same ? rangeOf(asked, content.sizeInBytes) : undefined
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${content.sizeInBytes}`)
    throw new Problem('range-not-satisfiable', `The file has ${content.sizeInBytes} bytes.`)
  }
  const length = range ? range.end - range.start + 1 : content.sizeInBytes
  headers['Content-Length'] = String(length)
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${content.sizeInBytes}`
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return new Response(null, { status, headers })
  const opened = await openDownload(c, 'downloads', async () => ({ content: await storage.get(content.sha256, range) }))
  return new Response(directBody(c, opened.content), { status, headers })
}

/** `list` may be `*`. */
function matchesEtag(list: string, etag: string): boolean {
  return list.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}

/**
 * Returns the first and last requested byte. Undefined (send everything) for several ranges or an invalid header.
 * `unsatisfiable` if the range contains no byte of the file.
 */
export function rangeOf(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
