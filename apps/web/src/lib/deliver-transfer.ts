import { queryClient } from './app-query-client.ts'
import { ensureRoot, infoQuery } from './entry-point.ts'
import { fetchFromUrl } from './fetch-from-url.ts'
import { whenNameChecked } from './same-names.ts'
import { actionOf, hrefOf } from './siren.ts'
import { requireSendable } from './transfer-failure.ts'
import { IN_PARTS_FROM } from './transfers.ts'
import { type UploadOptions, uploadFile, uploadFiles, uploadInParts } from './upload.ts'

interface Source {
  id: string
  file: File
  url: string | undefined
}

interface Options {
  tags: readonly string[]
  signal: AbortSignal
  /** `size` is passed once it is known. */
  onProgress(sentBytes: number, size?: number | null): void
  onArrived(bytes: number): void
  onCompared(bytes: number): void
}

/**
 * Uploads a file or, if it has a URL, lets the server fetch it. Resolves with the URL and the size of the work data
 * and, for a fetched file, with an empty `File` of that name. The id is the idempotency key, so retries create work
 * data only once.
 */
export async function deliver({ id, file, url }: Source, options: Options) {
  if (url !== undefined) return fetchRemote(id, url, options)
  const { action, uploads } = await waysToUpload([file])
  options.signal.throwIfAborted()
  await whenNameChecked(id)
  options.signal.throwIfAborted()
  const href =
    uploads !== undefined && file.size >= IN_PARTS_FROM
      ? await uploadInParts(uploads, file, options)
      : await uploadFile(action, file, { ...options, idempotencyKey: id })
  return { href, size: file.size }
}

/**
 * Uploads small files in one request, and resolves with the URLs of the work data in the order of the files. Work data
 * that was deleted since has no URL.
 */
export async function deliverTogether(
  transfers: readonly { id: string; file: File }[],
  options: UploadOptions,
): Promise<(string | undefined)[]> {
  const { action } = await waysToUpload(transfers.map(({ file }) => file))
  await Promise.all(transfers.map(({ id }) => whenNameChecked(id)))
  const files = transfers.map(({ file }) => file)
  return uploadFiles(action, files, options)
}

/** The name of the file is known once it has arrived. */
async function fetchRemote(id: string, url: string, options: Options) {
  const action = actionOf(await ensureRoot(queryClient, 'WorkDataRoot'), 'UploadFromUrl')
  if (!action) throw new Error('This server does not fetch files from URLs.')
  const { href, name, sizeInBytes } = await fetchFromUrl(action, url, { ...options, idempotencyKey: id })
  return { href, file: new File([], name), size: sizeInBytes }
}

/** Throws if a file is empty or exceeds the account’s limit, or if the user may not upload. */
async function waysToUpload(files: readonly File[]) {
  for (const file of files) requireSendable(file, null)
  const root = await ensureRoot(queryClient, 'WorkDataRoot')
  const action = actionOf(root, 'Upload')
  if (!action) throw new Error('You don’t have permission to upload files here.')
  const { properties } = await queryClient.ensureQueryData(infoQuery)
  for (const file of files) requireSendable(file, properties.FileLimitInBytes)
  return { action, uploads: hrefOf(root, 'ResumableUploads') }
}
