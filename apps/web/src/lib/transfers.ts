import { queryClient } from './app-query-client.ts'
import { ensureRoot, infoQuery } from './entry-point.ts'
import { formatBytes } from './format.ts'
import { randomId } from './random-id.ts'
import { actionOf, readDocument, runNamed } from './siren.ts'
import { createSpeed, type Speed } from './speed.ts'
import { uploadFile } from './upload.ts'
import { createValue, useValue } from './value.ts'

/**
 * Uploads of this tab. They live outside of React, so they go on while people move between pages; the shell, the
 * upload page and the start panel all watch the same list. `waiting → sending → done`, or `failed`, which `retry`
 * sends back to waiting. Bytes of a file go out in one request; at most three requests run at a time.
 */
export interface Transfer {
  readonly id: string
  readonly file: File
  readonly tags: readonly string[]
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly sentBytes: number
  readonly bytesPerSecond: number
  /** Address of the work data, once it exists. */
  readonly href?: string
  readonly finishedAt?: Date
  readonly error?: string
  /** False when trying again cannot help, such as for a file over the limit. */
  readonly retryable: boolean
}

const AT_ONCE = 3

const list = createValue<readonly Transfer[]>([])
const running = new Map<string, { abort: AbortController; speed: Speed }>()

/** All transfers of this tab, newest last. */
export function useTransfers(): readonly Transfer[] {
  return useValue(list)
}

/** Queues files for upload and returns the ids of their transfers. */
export function addTransfers(files: Iterable<File>, tags: readonly string[] = []): string[] {
  const added = Array.from(files, (file) => newTransfer(file, tags))
  list.set([...list.get(), ...added])
  pump()
  return added.map((transfer) => transfer.id)
}

/** Resolves with the address of the work data when the transfer is done, and rejects when it fails or is removed. */
export function transferDone(id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const transfer = list.get().find((item) => item.id === id)
      if (transfer?.state === 'done' && transfer.href) resolve(transfer.href)
      else if (!transfer || transfer.state === 'failed')
        reject(new Error(transfer?.error ?? 'The upload was cancelled.'))
      else return
      stop()
    }
    const stop = list.subscribe(check)
    check()
  })
}

/** Takes a transfer off the list; bytes still moving are stopped. */
export function removeTransfer(id: string): void {
  running.get(id)?.abort.abort()
  list.set(list.get().filter((transfer) => transfer.id !== id))
}

export function retryTransfer(id: string): void {
  patch(id, { state: 'waiting', sentBytes: 0, error: undefined })
  pump()
}

/** Gives all files on the list these tags: those still to come bring them along, those already in are edited. */
export async function tagTransfers(tags: readonly string[]): Promise<void> {
  list.set(list.get().map((transfer) => ({ ...transfer, tags })))
  await Promise.all(list.get().map(({ href }) => href && editTags(href, tags)))
}

async function editTags(href: string, Tags: readonly string[]): Promise<void> {
  await runNamed(await readDocument(href), 'EditTags', { Tags }, 'Could not find edit tags action')
  await queryClient.invalidateQueries({ queryKey: ['work-data'] })
}

/**
 * For when another context becomes active: what is over belongs to the former one and goes off the list, and what has
 * not begun waits until somebody sends it on purpose. Bytes on their way arrive where they were sent.
 */
export function holdTransfers(reason: string): void {
  const kept = list.get().filter(({ state }) => state === 'sending' || state === 'waiting')
  list.set(kept.map((item) => (item.state === 'waiting' ? { ...item, state: 'failed', error: reason } : item)))
}

/** Takes everything off the list that needs nobody any more. */
export function clearDoneTransfers(): void {
  list.set(list.get().filter(({ state }) => state !== 'done'))
}

function newTransfer(file: File, tags: readonly string[]): Transfer {
  return {
    id: randomId(),
    file,
    tags,
    state: 'waiting',
    sentBytes: 0,
    bytesPerSecond: 0,
    retryable: true,
  }
}

function patch(id: string, change: { [K in keyof Transfer]?: Transfer[K] | undefined }): void {
  list.set(list.get().map((item) => (item.id === id ? ({ ...item, ...change } as Transfer) : item)))
}

function pump(): void {
  for (const transfer of list.get()) {
    if (running.size >= AT_ONCE) break
    if (transfer.state === 'waiting' && !running.has(transfer.id)) void send(transfer)
  }
  window.onbeforeunload = running.size > 0 ? askBeforeLeaving : null
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

async function send({ id, file, tags }: Transfer): Promise<void> {
  const abort = new AbortController()
  const speed = createSpeed()
  running.set(id, { abort, speed })
  patch(id, { state: 'sending' })
  try {
    const action = await uploadAction(file)
    const onProgress = (sentBytes: number) => patch(id, { sentBytes, bytesPerSecond: speed.at(sentBytes) })
    // The same body under the same key is stored once, also when the reply to the first try was lost.
    const idempotencyKey = `${id}-${JSON.stringify(tags).length}`
    const href = await uploadFile(action, file, { tags, idempotencyKey, signal: abort.signal, onProgress })
    patch(id, { state: 'done', href, sentBytes: file.size, finishedAt: new Date() })
    const wanted = list.get().find((transfer) => transfer.id === id)?.tags ?? tags
    if (wanted !== tags) await editTags(href, wanted)
    void queryClient.invalidateQueries({ queryKey: ['work-data'] })
    void queryClient.invalidateQueries({ queryKey: infoQuery.queryKey })
  } catch (error) {
    if (!abort.signal.aborted) patch(id, { state: 'failed', ...describe(error) })
  } finally {
    running.delete(id)
    pump()
  }
}

class TooLarge extends Error {}

/** The server's Upload action, after checking the file against the limit of the account. */
async function uploadAction(file: File) {
  const root = await ensureRoot(queryClient, 'WorkDataRoot')
  const action = actionOf(root, 'Upload')
  if (!action) throw new Error('You may not upload files here.')
  const { properties } = await queryClient.ensureQueryData(infoQuery)
  const limit = properties.FileLimitInBytes
  if (limit !== null && file.size > limit) throw new TooLarge(`Larger than ${formatBytes(limit)}`)
  return action
}

function describe(error: unknown): { error: string; retryable: boolean } {
  const words = error instanceof Error ? error.message : 'The upload failed.'
  return { error: words, retryable: !(error instanceof TooLarge) }
}
