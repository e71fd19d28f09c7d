import { queryClient } from './app-query-client.ts'
import { askUntilFound, lostSince } from './connection.ts'
import { infoQuery } from './entry-point.ts'
import { tagsWithFolder } from './folder-tags.ts'
import { randomId } from './random-id.ts'
import { readDocument, runNamed } from './siren.ts'
import { createSpeed, type Speed } from './speed.ts'
import { brokenOff, failureOf, isConnectionLoss } from './transfer-failure.ts'
import { createValue, useValue } from './value.ts'

/**
 * Uploads of this tab. They live outside of React, so they go on while people move between pages; the shell, the
 * upload page and the start panel all watch the same list. `waiting → sending → done`, or `failed`, `canceled` or
 * `paused`, which `retry` sends back to waiting. Small files go out in one request. Large ones go out in parts, so that
 * they continue where they were after a pause, a lost connection or a closed tab. At most three requests run at a time.
 * While the server is away everything that is not in waits, and goes on by itself when it is back.
 */
export interface Transfer {
  readonly id: string
  /** Empty, and only named like the file, if the server fetches it from `url`. */
  readonly file: File
  readonly url?: string
  /** In bytes. 0 while nobody knows. */
  readonly size: number
  /** The tags for all files. Files of a folder have one more for the folder. */
  readonly tags: readonly string[]
  /** The tags of the first request. Retries repeat it, whatever the tags are by then. */
  readonly sentTags?: readonly string[]
  readonly state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'canceled'
  readonly sentBytes: number
  /** How much is compared with content that is already there, before anything is sent. */
  readonly comparedBytes?: number
  readonly bytesPerSecond: number
  /** When bytes moved last. */
  readonly movedAt?: Date
  /** Address of the work data, once it exists. */
  readonly href?: string
  readonly finishedAt?: Date
  readonly error?: string
  /** What to do about the error instead of trying again. */
  readonly advice?: string
  /** False when trying again cannot help, such as for a file over the limit. */
  readonly retryable: boolean
}

const AT_ONCE = 3
/** Larger files are sent in parts. */
export const IN_PARTS_FROM = 16_000_000

const list = createValue<readonly Transfer[]>([])

export { list as transferList }

const running = new Map<string, { abort: AbortController; speed: Speed }>()

/** What components show. Of many transfers, thousands change each minute, and each change would render all lists again. */
const shown = createValue<readonly Transfer[]>([])
const MANY = 100
const PAUSE_MS = 250
let isRendering = false

list.subscribe(() => {
  if (list.get().length < MANY) shown.set(list.get())
  else if (!isRendering) {
    isRendering = true
    setTimeout(() => {
      isRendering = false
      shown.set(list.get())
    }, PAUSE_MS)
  }
})

/** All transfers of this tab, newest last. */
export function useTransfers(): readonly Transfer[] {
  return useValue(shown)
}

/** Queues files for upload and returns the ids of their transfers. */
export function addTransfers(files: Iterable<File>, tags: readonly string[] = []): string[] {
  const added = Array.from(files, (file) => newTransfer(file, tags))
  list.set([...list.get(), ...added])
  pump()
  return added.map((transfer) => transfer.id)
}

/** Queues a file for upload that the server fetches itself. */
export function addRemoteTransfer(url: string, tags: readonly string[] = []): void {
  const { pathname, hostname } = new URL(url)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1) || hostname
  list.set([...list.get(), { ...newTransfer(new File([], name), tags), url }])
  pump()
}

/** Resolves with the address of the work data when the transfer is done, and rejects when it fails or is canceled. */
export function transferDone(id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const transfer = find(id)
      if (transfer?.state === 'done' && transfer.href) resolve(transfer.href)
      else if (!transfer || !isOpen(transfer)) reject(new Error(transfer?.error ?? 'The upload was canceled.'))
      else return
      stop()
    }
    const stop = list.subscribe(check)
    check()
  })
}

/** Still on its way, or in line. */
export function isOpen({ state }: Transfer): boolean {
  return state === 'waiting' || state === 'sending'
}

/** Stops a transfer. It stays on the list, where it can be sent again. */
export function cancelTransfer(id: string): void {
  const transfer = find(id)
  patch(id, { state: 'canceled', sentBytes: 0, bytesPerSecond: 0 })
  running.get(id)?.abort.abort()
  if (transfer && isSentInParts(transfer)) void discardParts(transfer.file)
  pump()
}

async function discardParts(file: File): Promise<void> {
  const { discardPartialUpload, fingerprintOf } = await import('./partial-uploads.ts')
  await discardPartialUpload(fingerprintOf(file))
}

/** Whether the transfer can stop and continue at the same byte. */
export function isSentInParts({ file }: Transfer): boolean {
  return file.size >= IN_PARTS_FROM
}

/** Stops a transfer in parts. Nothing that arrived is lost. */
export function pauseTransfer(id: string): void {
  patch(id, { state: 'paused', bytesPerSecond: 0 })
  running.get(id)?.abort.abort()
  pump()
}

/** Takes a transfer that is over off the list. */
export function removeTransfer(id: string): void {
  list.set(list.get().filter((transfer) => transfer.id !== id))
}

export function retryTransfer(id: string): void {
  patch(id, { state: 'waiting', error: undefined, advice: undefined })
  pump()
}

/** Gives all files on the list these tags: those still to come bring them along, those already in are edited. */
export async function tagTransfers(tags: readonly string[]): Promise<void> {
  list.set(list.get().map((transfer) => ({ ...transfer, tags })))
  await Promise.all(list.get().map(({ href, file }) => href && editTags(href, tagsWithFolder(tags, file))))
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
  const kept = list.get().filter(isOpen)
  list.set(kept.map((item) => (item.state === 'waiting' ? { ...item, state: 'failed', error: reason } : item)))
  pump()
}

/** Takes everything off the list that needs nobody any more. */
export function clearDoneTransfers(): void {
  list.set(list.get().filter(({ state }) => state !== 'done' && state !== 'canceled'))
}

function newTransfer(file: File, tags: readonly string[]): Transfer {
  return {
    id: randomId(),
    file,
    size: file.size,
    tags,
    state: 'waiting',
    sentBytes: 0,
    bytesPerSecond: 0,
    retryable: true,
  }
}

function find(id: string): Transfer | undefined {
  return list.get().find((transfer) => transfer.id === id)
}

function patch(id: string, change: { [K in keyof Transfer]?: Transfer[K] | undefined }): void {
  list.set(list.get().map((item) => (item.id === id ? ({ ...item, ...change } as Transfer) : item)))
}

function pump(): void {
  for (const transfer of list.get()) {
    if (running.size >= AT_ONCE || lostSince.get()) break
    if (transfer.state === 'waiting' && !running.has(transfer.id)) void send(transfer)
  }
  window.onbeforeunload = list.get().some(isOpen) ? askBeforeLeaving : null
}

lostSince.subscribe(pump)

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

async function send({ id, file, url, tags, sentTags = tagsWithFolder(tags, file) }: Transfer): Promise<void> {
  const abort = new AbortController()
  const speed = createSpeed()
  running.set(id, { abort, speed })
  patch(id, { state: 'sending', sentTags })
  try {
    const onProgress = (sentBytes: number, size?: number | null) =>
      patch(id, {
        sentBytes,
        comparedBytes: undefined,
        bytesPerSecond: speed.at(sentBytes),
        movedAt: new Date(),
        ...(size ? { size } : {}),
      })
    const onCompared = (comparedBytes: number) => patch(id, { comparedBytes })
    // The server stores the same body under the same key once, even if the reply to an earlier request was lost.
    // Tags edited in the meantime would make it another body, so they follow as an edit.
    const options = { tags: sentTags, signal: abort.signal, onProgress, onCompared }
    // Every page can show transfers, but few pages start one.
    const { deliver } = await import('./deliver-transfer.ts')
    const delivered = await deliver({ id, file, url }, options)
    const { href, size } = delivered
    patch(id, { state: 'done', ...delivered, sentBytes: size, finishedAt: new Date() })
    const wanted = tagsWithFolder(find(id)?.tags ?? tags, file)
    if (wanted.join('\n') !== sentTags.join('\n')) await editTags(href, wanted)
    refreshLists()
  } catch (error) {
    if (!abort.signal.aborted) await fail(id, error)
  } finally {
    running.delete(id)
    pump()
  }
}

let isRefreshing = false

/** Lists and the storage used, at most once per second while files come in. */
function refreshLists(): void {
  if (isRefreshing) return
  isRefreshing = true
  const pause = list.get().some(isOpen) ? 1000 : 0
  setTimeout(() => {
    isRefreshing = false
    void queryClient.invalidateQueries({ queryKey: ['work-data'] })
    void queryClient.invalidateQueries({ queryKey: infoQuery.queryKey })
  }, pause)
}

/** A lost server is waited for; everything else is told. */
async function fail(id: string, error: unknown): Promise<void> {
  const isLoss = isConnectionLoss(error)
  if (isLoss) await askUntilFound(queryClient)
  const transfer = find(id)
  if (transfer?.state !== 'sending') return
  if (isLoss && lostSince.get()) patch(id, { state: 'waiting', sentBytes: 0, bytesPerSecond: 0 })
  else if (transfer.url !== undefined) patch(id, { state: 'failed', ...failureOf(error), retryable: true })
  else
    patch(id, { state: 'failed', ...(isLoss ? await brokenOff(transfer.file, transfer.sentBytes) : failureOf(error)) })
}
