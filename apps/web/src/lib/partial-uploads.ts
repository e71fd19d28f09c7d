import { call } from './api.ts'
import { queryClient } from './app-query-client.ts'
import { sampleOf } from './file-sample.ts'
import { sessionQuery } from './session.ts'
import { readStored, useLocalStorage, writeStored } from './use-local-storage.ts'

/** A file of which part has been uploaded, as this browser remembers it. */
export interface PartialUpload {
  href: string
  name: string
  size: number
  /** What tells a file from others without reading it. */
  fingerprint: string
  /** What tells it from others of the same name, size and time. */
  sample: string
  /** Who uploads it, in which organization. */
  owner: string
  lastSentAt: number
}

const KEY = 'partial-uploads'
/** The server removes uploads to which nothing was added for a day. */
const KEPT_MS = 24 * 3_600_000
export const VERSION = { 'tus-resumable': '1.0.0' }

/** The uploads that files of this tab continue. Two files that look alike must not continue the same one. */
const continued = new Map<File, string>()

/** The uploads of this user in this browser that have not ended, oldest first. */
function partialUploads(): PartialUpload[] {
  const owner = currentOwner()
  return stored().filter((one) => one.owner === owner)
}

/** The same for components, kept up to date. */
export function usePartialUploads(): PartialUpload[] {
  useLocalStorage(KEY, (text) => text ?? '')
  return partialUploads()
}

/** Whether a file of this tab continues the upload. */
export function isContinued(href: string): boolean {
  return [...continued.values()].includes(href)
}

function currentOwner(): string {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  return `${session?.user.id ?? ''} ${session?.session.activeOrganizationId ?? ''}`
}

function stored(now = Date.now()): PartialUpload[] {
  return parse(readStored(KEY)).filter(({ lastSentAt }) => now - lastSentAt < KEPT_MS)
}

function parse(text: string | null): PartialUpload[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? (found as PartialUpload[]) : []
  } catch {
    return []
  }
}

export function fingerprintOf(file: File): string {
  return [file.name, file.size, file.lastModified].join('|')
}

function remember(upload: PartialUpload): void {
  writeStored(KEY, JSON.stringify([...stored().filter(({ href }) => href !== upload.href), upload]))
}

/** Remembers the upload for another day. */
export function noteSent(href: string): void {
  writeStored(
    KEY,
    JSON.stringify(stored().map((one) => (one.href === href ? { ...one, lastSentAt: Date.now() } : one))),
  )
}

/** Forgets the upload of a file, and deletes what the server has of it. */
export async function discardUploadOf(file: File): Promise<void> {
  const href = continued.get(file)
  if (href) await discardUpload(href)
}

export async function discardUpload(href: string): Promise<void> {
  forget(href)
  await call(href, { method: 'DELETE', headers: VERSION }).catch(() => undefined)
}

export function forget(href: string): void {
  writeStored(KEY, JSON.stringify(stored().filter((one) => one.href !== href)))
  for (const [file, upload] of continued) if (upload === href) continued.delete(file)
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
  const [fingerprint, sample] = [fingerprintOf(file), await sampleOf(file)]
  const known = continued.get(file) ?? takeUnfinished(file, sample)
  const position = known === undefined ? undefined : await positionOf(known, signal)
  if (position) return position
  const metadata = { filename: file.name, filetype: file.type, tags: JSON.stringify(tags) }
  const reply = await call(uploads, {
    method: 'POST',
    headers: { ...VERSION, 'upload-length': String(file.size), 'upload-metadata': metadataOf(metadata) },
    signal,
  })
  const href = reply.headers.get('location')
  if (!href) throw new Error('The server did not say where to upload the file.')
  const { name, size } = file
  remember({ href, name, size, fingerprint, sample, owner: currentOwner(), lastSentAt: Date.now() })
  continued.set(file, href)
  return { href, offset: 0, location: undefined, isSizeKnown: reply.headers.has('upload-size-known') }
}

/** The upload of a file that an earlier page began. From now on, this file continues it, and no other. */
function takeUnfinished(file: File, sample: string): string | undefined {
  const fingerprint = fingerprintOf(file)
  const taken = new Set(continued.values())
  const found = partialUploads().find(
    (one) => one.fingerprint === fingerprint && one.sample === sample && !taken.has(one.href),
  )
  if (found) continued.set(file, found.href)
  return found?.href
}

/** Undefined if the server no longer has the upload, or it belongs to another account. */
export async function positionOf(href: string, signal: AbortSignal): Promise<UploadPosition | undefined> {
  try {
    const { headers } = await call(href, { method: 'HEAD', headers: VERSION, signal })
    const offset = Number(headers.get('upload-offset'))
    return {
      href,
      offset,
      location: headers.get('location') ?? undefined,
      isSizeKnown: headers.has('upload-size-known'),
    }
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
