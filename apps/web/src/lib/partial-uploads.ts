import { call } from './api.ts'
import { readStored, writeStored } from './use-local-storage.ts'

/** A file of which part has been uploaded, as this browser remembers it. */
export interface PartialUpload {
  href: string
  name: string
  size: number
  /** What tells a file from others without reading it. */
  fingerprint: string
  startedAt: number
}

const KEY = 'partial-uploads'
/** The server removes uploads to which nothing was added for a day. */
const KEPT_MS = 24 * 3_600_000
export const VERSION = { 'tus-resumable': '1.0.0' }

/** The uploads of this browser that have not ended, oldest first. */
export function partialUploads(now = Date.now()): PartialUpload[] {
  return parse(readStored(KEY)).filter(({ startedAt }) => now - startedAt < KEPT_MS)
}

function parse(stored: string | null): PartialUpload[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(found) ? (found as PartialUpload[]) : []
  } catch {
    return []
  }
}

export function fingerprintOf(file: File): string {
  return [file.name, file.size, file.lastModified].join('|')
}

function remember(upload: PartialUpload): void {
  writeStored(KEY, JSON.stringify([...partialUploads().filter(({ href }) => href !== upload.href), upload]))
}

/** Forgets the upload of a file, and deletes what the server has of it. */
export async function discardPartialUpload(fingerprint: string): Promise<void> {
  const upload = partialUploads().find((one) => one.fingerprint === fingerprint)
  if (!upload) return
  forget(upload.href)
  await call(upload.href, { method: 'DELETE', headers: VERSION }).catch(() => undefined)
}

export function forget(href: string): void {
  writeStored(KEY, JSON.stringify(partialUploads().filter((one) => one.href !== href)))
}

/** Where an upload stands: the number of bytes that the server has, and the work data if it is complete. */
export interface UploadPosition {
  href: string
  offset: number
  location: string | undefined
  /** The owner has a file of this size, so the content may already be there. */
  isSizeKnown: boolean
}

/** Continues the upload of a file that this browser began earlier, or begins a new one. */
export async function openPartialUpload(
  uploads: string,
  file: File,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<UploadPosition> {
  const fingerprint = fingerprintOf(file)
  const known = partialUploads().find((one) => one.fingerprint === fingerprint)
  const position = known && (await positionOf(known.href, signal))
  if (position) return position
  const metadata = { filename: file.name, filetype: file.type, tags: JSON.stringify(tags) }
  const reply = await call(uploads, {
    method: 'POST',
    headers: { ...VERSION, 'upload-length': String(file.size), 'upload-metadata': metadataOf(metadata) },
    signal,
  })
  const href = reply.headers.get('location')
  if (!href) throw new Error('The server did not say where to upload the file.')
  remember({ href, name: file.name, size: file.size, fingerprint, startedAt: Date.now() })
  return { href, offset: 0, location: undefined, isSizeKnown: reply.headers.has('upload-size-known') }
}

/** Undefined if the server no longer has the upload, or it belongs to another account. */
export async function positionOf(href: string, signal: AbortSignal): Promise<UploadPosition | undefined> {
  try {
    const { headers } = await call(href, { method: 'HEAD', headers: VERSION, signal })
    const offset = Number(headers.get('upload-offset'))
    return { href, offset, location: headers.get('location') ?? undefined, isSizeKnown: false }
  } catch (error) {
    if (!(error instanceof Error && 'status' in error) || error.status !== 404) throw error
    forget(href)
    return undefined
  }
}

/** The values as Base64 of their UTF-8 bytes, as the protocol asks. */
function metadataOf(values: Record<string, string>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')
}
