import { Readable } from 'node:stream'
import { type Outbound, OutboundError, openOutbound } from '#outbound/outbound.ts'
import { invalid, Problem } from '#problem.ts'
import { isAllowed, remoteName, sourceList } from './remote-files.rules.ts'

export type RemoteFiles = ReturnType<typeof remoteFiles>

/** A file that another server has started to send. The caller must read or destroy `content`. */
export interface RemoteFile {
  name: string
  declaredType: string | undefined
  /** Undefined if the other server does not state the size. */
  sizeInBytes: number | undefined
  content: Readable
  receivedBytes(): number
}

const SILENT_MS = 30_000
const REDIRECTS_MAX = 5

/**
 * Opens files on other servers. Only servers that the operator allows are contacted. Redirects must lead to allowed
 * servers too. Servers with non-public addresses are reached only if the operator lists their origin.
 */
export function remoteFiles(sources: readonly string[]) {
  const trusted = sources.filter((source) => source.includes('://'))
  const outbound = openOutbound({ trusted, timeoutMs: SILENT_MS, maxBytes: -1 })

  async function open(address: string, signal: AbortSignal): Promise<RemoteFile> {
    if (sources.length === 0)
      throw new Problem(
        'action-not-offered',
        'This server does not fetch files from URLs. An administrator can allow it (FETCH_FROM).',
      )
    let url = new URL(address)
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      requireAllowed(url)
      const { statusCode, headers, body } = await outbound
        .open(url.href, { headers: { accept: '*/*', 'accept-encoding': 'identity' }, signal })
        .catch(refused)
      if (statusCode === 200) {
        const length = Number(headers['content-length'] ?? Number.NaN)
        let received = 0
        const count = (bytes: number) => (received += bytes)
        return {
          name: remoteName(url, one(headers['content-disposition'])),
          declaredType: one(headers['content-type']),
          sizeInBytes: Number.isSafeInteger(length) ? length : undefined,
          receivedBytes: () => received,
          content: Readable.from(readable(outbound, url, body, count), { objectMode: false }),
        }
      }
      body.on('error', () => {}).destroy()
      const next = one(headers.location)
      if (statusCode < 300 || statusCode >= 400 || next === undefined) {
        throw atUrl(`${url.host} replied with status ${statusCode} instead of the file.`)
      }
      url = redirected(url, next)
    }
    throw atUrl(`${url.host} redirects too many times.`)
  }

  function requireAllowed(url: URL): void {
    if (isAllowed(url, sources)) return
    throw atUrl(`Files can’t be fetched from ${url.host}. Allowed: ${sourceList(sources)}.`)
  }

  return { sources, open, close: () => outbound.close() }
}

async function* readable(
  outbound: Outbound,
  url: URL,
  body: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncIterable<Buffer> {
  try {
    for await (const chunk of body) {
      count(chunk.length)
      yield chunk
    }
  } catch (cause) {
    throw atUrl(outbound.failed(url.href, cause).message)
  }
}

function redirected(from: URL, location: string): URL {
  if (URL.canParse(location, from.href)) return new URL(location, from)
  throw atUrl(`${from.host} redirects to something that is not a URL.`)
}

function one(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}

function refused(error: unknown): never {
  throw error instanceof OutboundError ? atUrl(error.message) : error
}

function atUrl(message: string): Problem {
  return invalid([{ pointer: '/Url', message }])
}
