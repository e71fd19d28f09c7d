import type { ResumableUploadsProperties, UnfinishedUpload } from '@millrace/contracts/work-data'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './app-query-client.ts'
import { ensureRoot } from './entry-point.ts'
import { sampleOf } from './file-sample.ts'
import { hrefOf, readDocument } from './siren.ts'
import { mayTryAgain } from './transfer-verbs.ts'
import { isOpen, isSentInParts, type Transfer, transferList } from './transfers.ts'
import { recordUploadEnd, recordUploadStart } from './unfinished-uploads.ts'

export const VERSION = { 'tus-resumable': '1.0.0' }

/** The upload of each file that was sent from here. No other file continues the same one. */
const continued = new WeakMap<File, string>()

/** Files whose uploads others have continued since, maybe with another file. */
const interrupted = new WeakSet<File>()

/** Uploads that are complete or discarded. A list that was requested before may still contain them. */
const ended = new Set<string>()

/** What the user has not finished uploading, in this browser or another, oldest first. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished-uploads'],
  async queryFn({ client, signal }) {
    const uploads = hrefOf(await ensureRoot(client, 'WorkDataRoot'), 'ResumableUploads')
    return uploads === undefined ? [] : readUnfinished(uploads, signal)
  },
  staleTime: 0,
  // The tab that sends it may be closed meanwhile, or have been reloaded a moment ago.
  refetchInterval: ({ state }) => (state.data?.some(isSentElsewhere) ? ASK_AGAIN_MS : false),
})

const ASK_AGAIN_MS = 3000

/** Whether another tab or device is sending the file at present. */
export function isSentElsewhere({ UploadUrl, IsReceiving }: UnfinishedUpload): boolean {
  return IsReceiving && !isContinued(UploadUrl)
}

async function readUnfinished(uploads: string, signal: AbortSignal): Promise<UnfinishedUpload[]> {
  const { properties } = await readDocument<ResumableUploadsProperties>(uploads, signal)
  return properties.Unfinished.filter(({ UploadUrl }) => !ended.has(UploadUrl))
}

/** The uploads that nothing in this or another tab continues, so that their files have to be chosen again. */
export function abandonedUploads(
  unfinished: readonly UnfinishedUpload[],
  transfers: readonly Transfer[],
): readonly UnfinishedUpload[] {
  // Browsers ask the file system for the size and time of each file.
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

/** A row of this tab continues the upload, or can do so. */
function hasRow(href: string): boolean {
  const transfer = transferTo(href)
  return transfer !== undefined && (isOpen(transfer) || transfer.state === 'paused' || mayTryAgain(transfer))
}

/** The transfer of this tab whose file was sent to the upload. */
function transferTo(href: string): Transfer | undefined {
  return transferList.get().find(({ file }) => continued.get(file) === href)
}

/** Whether a transfer continues the upload. After one that failed or left the list, the file may be chosen again. */
function isContinued(href: string): boolean {
  const transfer = transferTo(href)
  return transfer !== undefined && (isOpen(transfer) || transfer.state === 'paused')
}

/** What distinguishes most files without reading them. */
function nameSizeAndTimeOf(file: File): string {
  return `${[file.name, file.size, file.lastModified].join('|')}|`
}

/** Deletes what the server has of a file. */
export async function discardUploadOf(file: File): Promise<void> {
  const href = continued.get(file)
  if (href) await discardUpload(href)
}

/** Discards in turn with files being opened, so that its storage is free if the same file is sent again. */
export async function discardUpload(href: string): Promise<void> {
  forgetUpload(href)
  await oneAtATime(() => call(href, { method: 'DELETE', headers: VERSION })).catch(() => ended.delete(href))
  await queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey })
}

/** Call this when another tab has continued the upload of a file. Before this tab continues, it compares the file. */
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

/** Where an upload stands: the number of bytes that the server has, and the work data if it is complete. */
export interface UploadPosition {
  href: string
  offset: number
  location: string | undefined
  /** The owner has a file of this size, so the content may already be there. */
  isSizeKnown: boolean
  /** The hash of these bytes, if it was requested. */
  digest?: string | undefined
}

let before: Promise<unknown> = Promise.resolve()

/** Finds, creates or discards one upload after the other, so that two equal files do not find the same one. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = before.then(work)
  before = mine.catch(() => undefined)
  return mine
}

interface OpenOptions {
  tags: readonly string[]
  signal: AbortSignal
  /** How much of the file is compared with what the server has. */
  onCompared(bytes: number): void
}

/** Continues the upload of a file that was begun earlier, or begins a new one. */
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

/** The upload that an earlier page began with the same content. From now on, this file continues it, and no other. */
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
 * Where an upload continues with the file. Undefined if the file does not begin with the bytes that the server has: the
 * fingerprint contains only a sample of them.
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

/** Asks the server how far an upload is. Undefined if it no longer exists, or belongs to another account. */
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

/** The values as Base64 of their UTF-8 bytes, as the protocol asks. */
function metadataOf(values: Record<string, string>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')
}
