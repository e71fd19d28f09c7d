import { LIMITS } from '@millrace/contracts/limits'
import type { ProblemCode } from '@millrace/contracts/problems'
import type { UploadedProperties } from '@millrace/contracts/work-data'
import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import { ApiProblem, ownAddress, readProblem } from './api.ts'
import { forgetUpload, markInterrupted, openPartialUpload, positionOf, type UploadPosition } from './partial-uploads.ts'
import type { SirenAction } from './siren.ts'
import { uploadedHrefs } from './uploaded-hrefs.ts'

export interface UploadOptions {
  tags?: readonly string[]
  idempotencyKey: string
  signal: AbortSignal
  onProgress(sentBytes: number): void
}

/** Uploads one file and resolves with its URL. Uses XMLHttpRequest, because fetch doesn’t report the bytes sent. */
export async function uploadFile(action: SirenAction, file: File, options: UploadOptions): Promise<string> {
  const request = await sendForm(action, [file], options)
  const location = request.getResponseHeader('location')
  if (!location) throw problemOf(request)
  return location
}

/** Sends files in one request, and resolves with the URLs of the new work data in the order of the files. */
export async function uploadFiles(
  action: SirenAction,
  files: readonly File[],
  options: UploadOptions,
): Promise<(string | undefined)[]> {
  const request = await sendForm(action, files, options, { prefer: 'return=representation' })
  const { properties } = JSON.parse(request.responseText) as SirenDocument<UploadedProperties>
  return uploadedHrefs(properties, files)
}

function sendForm(
  { method = 'POST', href }: SirenAction,
  files: readonly File[],
  { tags = [], idempotencyKey, signal, onProgress }: UploadOptions,
  more: Record<string, string> = {},
): Promise<XMLHttpRequest> {
  const headers = { accept: SIREN_TYPE, 'idempotency-key': idempotencyKey, ...more }
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return sendBody({ method, href, headers }, formOf(files, tags), {
    signal,
    onProgress: (sent) => onProgress(Math.min(sent, size)),
  })
}

/** Bytes per request. One may take minutes on a slow connection, but bytes that have arrived are never sent again. */
const PART_BYTES = 32_000_000

interface PartsOptions extends Omit<UploadOptions, 'idempotencyKey'> {
  /** Reports the bytes that the server has. `onProgress` may report more, which a proxy has not forwarded yet. */
  onArrived(bytes: number): void
  /** Reports how many bytes were compared with content that the server already has. */
  onCompared(bytes: number): void
}

/**
 * Sends one file in parts, starting at the first byte that the server has not received, and resolves with the URL of
 * the new work data. After a failure, calling this again resumes the upload. Content that the owner already has is not
 * sent.
 */
export async function uploadInParts(
  uploads: string,
  file: File,
  { tags = [], signal, onProgress, onArrived, onCompared }: PartsOptions,
): Promise<string> {
  const opened = await openPartialUpload(uploads, file, { tags, signal, onCompared })
  let { offset, location } = opened
  if (opened.isSizeKnown) {
    const { linkExistingContent } = await import('./existing-content.ts')
    location = await linkExistingContent(opened.href, file, { signal, onProgress: onCompared })
  }
  let stuckAt: number | undefined
  while (location === undefined) {
    onArrived(offset)
    onProgress(offset)
    try {
      ;({ offset, location } = await sendPart(opened.href, file, { offset, signal, onProgress }))
    } catch (error) {
      if (isContinuedElsewhere(error)) markInterrupted(file)
      const position = await positionAfter(error, opened.href, signal)
      if (!position || (position.location === undefined && position.offset === stuckAt)) throw error
      ;({ offset, location } = position)
      stuckAt = offset
    }
  }
  forgetUpload(opened.href)
  return location
}

/**
 * Returns the position at which an upload continues after a part has failed: because the connection was lost, or
 * because the server has another position (status 409). That position may be lower than expected if accepted bytes were
 * lost, or if another server on the same storage has not counted them yet. Undefined for other errors, and if another
 * tab has continued the upload: the HEAD request would end that tab’s request, so the tabs would interrupt each other.
 */
async function positionAfter(error: unknown, href: string, signal: AbortSignal): Promise<UploadPosition | undefined> {
  const mayContinue = error instanceof ApiProblem && (error.status === 0 || error.status === 409)
  return mayContinue && !isContinuedElsewhere(error) && !signal.aborted ? positionOf(href, signal) : undefined
}

function isContinuedElsewhere(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === ('continued-elsewhere' satisfies ProblemCode)
}

async function sendPart(
  href: string,
  file: File,
  { offset, signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'> & { offset: number },
): Promise<Pick<UploadPosition, 'offset' | 'location'>> {
  const part = file.slice(offset, offset + PART_BYTES)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  const reply = await sendBody({ method: 'PATCH', href, headers }, part, {
    signal,
    onProgress: (sent) => onProgress(offset + Math.min(sent, part.size)),
  })
  const received = Number(reply.getResponseHeader('upload-offset'))
  const location = reply.getResponseHeader('location') ?? undefined
  if (location === undefined && received <= offset) throw failure('The server did not accept the file.')
  return { offset: received, location }
}

function sendBody(
  { method, href, headers }: { method: string; href: string; headers: Record<string, string> },
  body: Blob | FormData,
  { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, ownAddress(href))
    request.withCredentials = true
    request.timeout = LIMITS.uploadTimeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onload = () => (request.status < 300 ? resolve(request) : reject(problemOf(request)))
    request.onerror = () => reject(failure('Connection lost.'))
    request.ontimeout = () => reject(failure('The upload took longer than 10 minutes.'))
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** The tags come first, so that the server knows them before it receives the files. */
function formOf(files: readonly File[], tags: readonly string[]): FormData {
  const form = new FormData()
  if (tags.length > 0) form.append('tags', JSON.stringify(tags))
  for (const file of files) form.append('files', file, file.name)
  return form
}

function failure(detail: string): ApiProblem {
  return new ApiProblem(0, '', { detail })
}

function problemOf(request: XMLHttpRequest): ApiProblem {
  try {
    return new ApiProblem(request.status, request.statusText, readProblem(JSON.parse(request.responseText)))
  } catch {
    return new ApiProblem(request.status, request.statusText)
  }
}
