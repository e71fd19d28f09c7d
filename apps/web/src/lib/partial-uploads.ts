import type { ResumableUploadsProperties, UnfinishedUpload } from '@millrace/contracts/work-data'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './app-query-client.ts'
import { ensureRoot } from './entry-point.ts'
import { sampleOf } from './file-sample.ts'
import { hrefOf, readDocument } from './siren.ts'

export const VERSION = { 'tus-resumable': '1.0.0' }

/** The uploads that files of this tab continue. Two files that look alike must not continue the same one. */
const continued = new Map<File, string>()

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

export function isSentElsewhere({ UploadUrl, IsReceiving }: UnfinishedUpload): boolean {
  return IsReceiving && !isContinued(UploadUrl)
}

async function readUnfinished(uploads: string, signal: AbortSignal): Promise<UnfinishedUpload[]> {
  return (await readDocument<ResumableUploadsProperties>(uploads, signal)).properties.Unfinished
}

/** Whether a file of this tab continues the upload. */
export function isContinued(href: string): boolean {
  return [...continued.values()].includes(href)
}

/** What tells a file from others without reading it. */
export function looksOf(file: File): string {
  return `${[file.name, file.size, file.lastModified].join('|')}|`
}

/** Deletes what the server has of a file. */
export async function discardUploadOf(file: File): Promise<void> {
  const href = continued.get(file)
  if (href) await discardUpload(href)
}

export async function discardUpload(href: string): Promise<void> {
  forget(href)
  await call(href, { method: 'DELETE', headers: VERSION }).catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey })
}

/** For when an upload has ended. */
export function forget(href: string): void {
  for (const [file, upload] of continued) if (upload === href) continued.delete(file)
  queryClient.setQueryData(unfinishedQuery.queryKey, (known) => known?.filter(({ UploadUrl }) => UploadUrl !== href))
}

/** Where an upload stands: the number of bytes that the server has, and the work data if it is complete. */
export interface UploadPosition {
  href: string
  offset: number
  location: string | undefined
  /** The owner has a file of this size, so the content may already be there. */
  isSizeKnown: boolean
}

let opening: Promise<unknown> = Promise.resolve()

/**
 * Continues the upload of a file that was begun earlier, or begins a new one. One file at a time, so that two equal ones
 * do not find the same upload.
 */
export function openPartialUpload(...of: Parameters<typeof open>): Promise<UploadPosition> {
  const mine = opening.then(() => open(...of))
  opening = mine.catch(() => undefined)
  return mine
}

async function open(
  uploads: string,
  file: File,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<UploadPosition> {
  const fingerprint = looksOf(file) + (await sampleOf(file))
  const known = continued.get(file) ?? (await takeUnfinished(uploads, file, fingerprint, signal))
  const position = known === undefined ? undefined : await positionOf(known, signal)
  if (position) return position
  const metadata = { filename: file.name, filetype: file.type, tags: JSON.stringify(tags), fingerprint }
  const reply = await call(uploads, {
    method: 'POST',
    headers: { ...VERSION, 'upload-length': String(file.size), 'upload-metadata': metadataOf(metadata) },
    signal,
  })
  const href = reply.headers.get('location')
  if (!href) throw new Error('The server did not say where to upload the file.')
  continued.set(file, href)
  return { href, offset: 0, location: undefined, isSizeKnown: reply.headers.has('upload-size-known') }
}

/** The upload of a file that an earlier page began. From now on, this file continues it, and no other. */
async function takeUnfinished(
  uploads: string,
  file: File,
  fingerprint: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const unfinished = await readUnfinished(uploads, signal)
  const found = unfinished.find((one) => one.Fingerprint === fingerprint && !isContinued(one.UploadUrl))
  if (found) continued.set(file, found.UploadUrl)
  return found?.UploadUrl
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
