import type { ResumableUploadsProperties, UnfinishedUpload } from '@millrace/contracts/work-data'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './app-query-client.ts'
import { ensureRoot } from './entry-point.ts'
import { sampleOf } from './file-sample.ts'
import { hrefOf, readDocument } from './siren.ts'
import { mayTryAgain } from './transfer-verbs.ts'
import { isOngoing, isOpen, isSentInParts, type Transfer, transferList } from './transfers.ts'
import { recordUploadEnd, recordUploadStart } from './unfinished-uploads.ts'

export const VERSION = { 'tus-resumable': '1.0.0' }

/** The upload of each file that this tab has sent. No other file may continue the same upload. */
const continued = new WeakMap<File, string>()

/** Files of this tab whose uploads another tab has continued, maybe with a different file. */
const interrupted = new WeakSet<File>()

/** Complete or discarded uploads. A list that was requested earlier may still contain them. */
const ended = new Set<string>()

/** Query for the user’s unfinished uploads, from any browser, oldest first. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished-uploads'],
  async queryFn({ client, signal }) {
    const uploads = hrefOf(await ensureRoot(client, 'WorkDataRoot'), 'ResumableUploads')
    return uploads === undefined ? [] : readUnfinished(uploads, signal)
  },
  staleTime: 0,
  // The sending tab may be closed at any time, or may just have been reloaded.
  refetchInterval: ({ state }) => (state.data?.some(isSentElsewhere) ? ASK_AGAIN_MS : false),
})

const ASK_AGAIN_MS = 3000

/** Returns whether another tab or device is sending the file. */
export function isSentElsewhere({ UploadUrl, IsReceiving }: UnfinishedUpload): boolean {
  return IsReceiving && !isContinued(UploadUrl)
}

async function readUnfinished(uploads: string, signal: AbortSignal): Promise<UnfinishedUpload[]> {
  const { properties } = await readDocument<ResumableUploadsProperties>(uploads, signal)
  return properties.Unfinished.filter(({ UploadUrl }) => !ended.has(UploadUrl))
}

/** Returns the uploads that no tab continues, so that their files have to be chosen again. */
export function abandonedUploads(
  unfinished: readonly UnfinishedUpload[],
  transfers: readonly Transfer[],
): readonly UnfinishedUpload[] {
  // Only large open transfers, because reading the size and time of a file makes the browser query the file system.
  const coming = transfers.filter((transfer) => isOpen(transfer) && isSentInParts(transfer))
  const present = coming.map(({ file }) => nameSizeAndTimeOf(file))
  return unfinished.filter(
    (upload) =>
      upload.Fingerprint !== '' &&
      !hasRow(upload.UploadUrl) &&
      !isSentElsewhere(upload) &&
      !present.some((start) => upload.Fingerprint.startsWith(start)),
  )
}

/** Returns whether a transfer of this tab continues the upload, or can continue it. */
function hasRow(href: string): boolean {
  const transfer = transferTo(href)
  return transfer !== undefined && (isOngoing(transfer) || mayTryAgain(transfer))
}

function transferTo(href: string): Transfer | undefined {
  return transferList.get().find(({ file }) => continued.get(file) === href)
}

/** If the transfer has failed or was removed, the file may be chosen again. */
function isContinued(href: string): boolean {
  const transfer = transferTo(href)
  return transfer !== undefined && isOngoing(transfer)
}

/** Returns a prefix of the fingerprint that distinguishes most files without reading them. */
function nameSizeAndTimeOf(file: File): string {
  return `${[file.name, file.size, file.lastModified].join('|')}|`
}

/** Discards the upload of a file on the server. */
export async function discardUploadOf(file: File): Promise<void> {
  const href = continued.get(file)
  if (href) await discardUpload(href)
}

/** Discards an upload, in turn with other tasks, so the storage is free before the same file is sent again. */
export async function discardUpload(href: string): Promise<void> {
  forgetUpload(href)
  await oneAtATime(() => call(href, { method: 'DELETE', headers: VERSION })).catch(() => ended.delete(href))
  await queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey })
}

/**
 * Call this when another tab has continued the upload of a file. Before this tab continues the upload, it compares the
 * file with the bytes on the server.
 */
export function markInterrupted(file: File): void {
  interrupted.add(file)
}

/** Call this when an upload has ended, so that it is no longer listed as unfinished. */
export function forgetUpload(href: string): void {
  ended.add(href)
  leave(href)
  recordUploadEnd(href)
  queryClient.setQueryData(unfinishedQuery.queryKey, (known) => known?.filter(({ UploadUrl }) => UploadUrl !== href))
}

function leave(href: string): void {
  const file = transferTo(href)?.file
  if (file) continued.delete(file)
}

/** The state of an upload: the number of bytes that the server has, and the work data if the upload is complete. */
export interface UploadPosition {
  href: string
  offset: number
  location: string | undefined
  /** Whether the owner has a file of this size, so the content may already be on the server. */
  isSizeKnown: boolean
  /** The hash of the received bytes, if it was requested. */
  digest?: string | undefined
}

let before: Promise<unknown> = Promise.resolve()

/** Uploads are found, created and discarded one after another, so that equal files never share an upload. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = before.then(work)
  before = mine.catch(() => undefined)
  return mine
}

interface OpenOptions {
  tags: readonly string[]
  signal: AbortSignal
  /** Number of bytes that were compared with the bytes on the server. */
  onCompared(bytes: number): void
}

/** Continues an earlier upload of the file, or starts a new one. */
export async function openPartialUpload(uploads: string, file: File, options: OpenOptions): Promise<UploadPosition> {
  const known = continued.get(file)
  const position = known === undefined ? undefined : await continueKnown(known, file, options)
  if (position) return position
  const fingerprint = nameSizeAndTimeOf(file) + (await sampleOf(file))
  const unfinished = await continueUnfinished(uploads, file, { ...options, fingerprint })
  return unfinished ?? oneAtATime(() => create(uploads, file, { ...options, fingerprint }))
}

async function continueKnown(href: string, file: File, options: OpenOptions): Promise<UploadPosition | undefined> {
  if (!interrupted.has(file)) return positionOf(href, options.signal)
  const position = await compare(href, file, options)
  interrupted.delete(file)
  return position
}

interface FingerprintOptions extends OpenOptions {
  fingerprint: string
}

async function create(
  uploads: string,
  file: File,
  { tags, fingerprint, signal }: FingerprintOptions,
): Promise<UploadPosition> {
  const metadata = { filename: file.name, filetype: file.type, tags: JSON.stringify(tags), fingerprint }
  const reply = await call(uploads, {
    method: 'POST',
    headers: { ...VERSION, 'upload-length': String(file.size), 'upload-metadata': metadataOf(metadata) },
    signal,
  })
  const href = reply.headers.get('location')
  if (!href) throw new Error('The server did not say where to upload the file.')
  continued.set(file, href)
  recordUploadStart(href)
  return { href, offset: 0, location: undefined, isSizeKnown: reply.headers.has('upload-size-known') }
}

/** From then on, only this file continues the upload that was found. */
async function continueUnfinished(
  uploads: string,
  file: File,
  options: FingerprintOptions,
): Promise<UploadPosition | undefined> {
  const others = new Set<string>()
  for (;;) {
    const href = await oneAtATime(() => takeUnfinished(uploads, file, { ...options, others }))
    if (href === undefined) return undefined
    const position = await compare(href, file, options).catch((cause: unknown) => {
      continued.delete(file)
      throw cause
    })
    if (position) return position
    continued.delete(file)
    others.add(href)
  }
}

async function takeUnfinished(
  uploads: string,
  file: File,
  { fingerprint, signal, others }: FingerprintOptions & { others: ReadonlySet<string> },
): Promise<string | undefined> {
  const unfinished = await readUnfinished(uploads, signal)
  const found = unfinished.find(
    ({ Fingerprint, UploadUrl }) => Fingerprint === fingerprint && !others.has(UploadUrl) && !isContinued(UploadUrl),
  )
  if (!found) return undefined
  leave(found.UploadUrl)
  continued.set(file, found.UploadUrl)
  return found.UploadUrl
}

/**
 * Undefined if the file doesn’t start with the bytes on the server. The fingerprint can’t exclude this, because it
 * covers only samples.
 */
async function compare(
  href: string,
  file: File,
  { signal, onCompared }: OpenOptions,
): Promise<UploadPosition | undefined> {
  const position = await positionOf(href, signal, { 'want-repr-digest': 'sha-256=10' })
  if (!position?.offset) return position
  const { digestOf } = await import('./file-digest.ts')
  const digest = await digestOf(file.slice(0, position.offset), { signal, onProgress: onCompared })
  return digest === position.digest ? position : undefined
}

/** Requests the state of an upload. Undefined if it no longer exists or belongs to another account. */
export async function positionOf(
  href: string,
  signal: AbortSignal,
  more: Record<string, string> = {},
): Promise<UploadPosition | undefined> {
  try {
    const { headers } = await call(href, { method: 'HEAD', headers: { ...VERSION, ...more }, signal })
    const offset = Number(headers.get('upload-offset'))
    return {
      href,
      offset,
      location: headers.get('location') ?? undefined,
      isSizeKnown: headers.has('upload-size-known'),
      digest: headers.get('repr-digest') ?? undefined,
    }
  } catch (error) {
    if (!(error instanceof Error && 'status' in error) || error.status !== 404) throw error
    leave(href)
    return undefined
  }
}

/** The protocol requires the UTF-8 bytes in Base64. */
function metadataOf(values: Record<string, string>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')
}
