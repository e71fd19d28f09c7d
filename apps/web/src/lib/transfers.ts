import { queryClient } from './app-query-client.ts'
import { lostSince } from './connection.ts'
import { folderOf } from './dropped-files.ts'
import { plural } from './format.ts'
import { randomId } from './random-id.ts'
import { sessionQuery } from './session.ts'
import { toast } from './toast.ts'
import { createValue, useValue } from './value.ts'

/**
 * An upload of this tab. Transfers are kept outside of React, so they continue while the user opens other pages. The
 * shell, the upload page and the start panel show the same list. States: `waiting → sending → done`, or `failed`,
 * `canceled` or `paused`, from which `retryTransfer` returns to `waiting`. A small file is sent in one request, and
 * many very small ones share a request. Large files are sent in parts, so that they continue after a pause, a lost
 * connection or a closed tab. At most three requests run at a time. While the server is unreachable, unfinished
 * transfers wait, and resume automatically. If only a connection was lost, they are retried a few times with growing
 * pauses.
 */
export interface Transfer {
  readonly id: string
  /** An empty file with the right name if the server fetches the content from `url`. */
  readonly file: File
  readonly url?: string
  /** In bytes. 0 until it is known. */
  readonly size: number
  /** The tags that apply to all files. Files in a folder get an additional tag for the folder. */
  readonly tags: readonly string[]
  /** The tags of the first request. Retries repeat them, even if the tags were edited since. */
  readonly sentTags?: readonly string[]
  readonly state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'canceled'
  readonly sentBytes: number
  /** The number of bytes compared with content that is already on the server, before anything is sent. */
  readonly comparedBytes?: number
  readonly bytesPerSecond: number
  /** When bytes were last sent. */
  readonly movedAt?: Date
  /** URL of the work data, once it exists. */
  readonly href?: string
  readonly finishedAt?: Date
  readonly error?: string
  /** What the user can do about the error if a retry can’t help. */
  readonly advice?: string
  /** False if a retry can’t succeed, such as for a file over the limit. */
  readonly retryable: boolean
  /** The key of the request that carries the file with others. Retries repeat that request unchanged. */
  readonly together?: string | undefined
  /** The connection was lost, so the transfer pauses before the retry. */
  readonly isHeld?: boolean
  /** Why an interrupted transfer is not retried automatically: another context became active while it was sent. */
  readonly leftBecause?: string | undefined
  /** The file is sent on its own, because a request with several files was refused. */
  readonly isAlone?: boolean
}

/** Size in bytes from which files are sent in parts. */
export const IN_PARTS_FROM = 16_000_000

const list = createValue<readonly Transfer[]>([])

export { list as transferList }

/** Abort controllers of running requests, by transfer id, and by the key of a request with several files. */
export const running = new Map<string, AbortController>()

/** The list that components show. With many transfers, it changes less often, because each change renders all lists. */
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

/** Returns all transfers of this tab, newest last. */
export function useTransfers(): readonly Transfer[] {
  return useValue(shown)
}

/** Files just chosen. A few at a time join the list, because reading the size of a file blocks the page for 0.2 ms. */
let arriving: readonly Transfer[] = []
const TRANSFERS_PER_TASK = 200

const SYSTEM_FILE = /^(\.DS_Store|\._.+|Thumbs\.db|desktop\.ini)$/i

/** If a file was chosen on its own instead of with its folder, the user wants it. */
function isSystemFile(file: File): boolean {
  return SYSTEM_FILE.test(file.name) && folderOf(file) !== undefined
}

/** Queues files for upload and returns the ids of their transfers. System files in folders are left out. */
export function addTransfers(files: Iterable<File>, tags: readonly string[] = []): string[] {
  const chosen = Array.from(files)
  const wanted = chosen.filter((file) => !isSystemFile(file))
  if (wanted.length < chosen.length)
    toast.message(
      `Left out ${plural(chosen.length - wanted.length, 'file')} that only the system uses (.DS_Store, Thumbs.db).`,
    )
  const added = wanted.map((file) => newTransfer(file, tags))
  const isIdle = arriving.length === 0
  arriving = [...arriving, ...added]
  if (isIdle) joinList()
  return added.map((transfer) => transfer.id)
}

function joinList(): void {
  const joining = arriving.slice(0, TRANSFERS_PER_TASK)
  arriving = arriving.slice(TRANSFERS_PER_TASK)
  list.set([...list.get(), ...joining.map(withSize)])
  pump()
  if (arriving.length > 0) setTimeout(joinList)
}

function withSize(transfer: Transfer): Transfer {
  return { ...transfer, size: transfer.file.size }
}

/** Returns all transfers of this tab, including those that have not joined the list yet. */
export function everyTransfer(): readonly Transfer[] {
  return [...list.get(), ...arriving.map(withSize)]
}

/** Queues a file that the server fetches from a URL. */
export function addRemoteTransfer(url: string, tags: readonly string[] = []): void {
  const { pathname, hostname } = new URL(url)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1) || hostname
  list.set([...list.get(), { ...newTransfer(new File([], name), tags), url }])
  pump()
}

/** Resolves with the URL of the work data when the transfer is done. Rejects when it fails, or is canceled or removed. */
export function transferDone(id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const transfer = findTransfer(id)
      if (transfer?.state === 'done' && transfer.href) resolve(transfer.href)
      else if (transfer ? !isOngoing(transfer) : !arriving.some((other) => other.id === id))
        reject(new Error(transfer?.error ?? 'The upload was canceled.'))
      else return
      stop()
    }
    const stop = list.subscribe(check)
    check()
  })
}

/** Returns whether a transfer is waiting or being sent. */
export function isOpen({ state }: Transfer): boolean {
  return state === 'waiting' || state === 'sending'
}

/** Returns whether a transfer is waiting, being sent or paused. */
export function isOngoing(transfer: Transfer): boolean {
  return isOpen(transfer) || transfer.state === 'paused'
}

/** Returns whether a transfer has not arrived and would be lost if the tab closed. */
export function isUnfinished(transfer: Transfer): boolean {
  return isOpen(transfer) || isRetryable(transfer)
}

/** Returns whether a retry may succeed. */
export function isRetryable({ state, retryable }: Transfer): boolean {
  return state === 'failed' && retryable
}

/** Cancels a transfer. It stays on the list, where it can be sent again. */
export function cancelTransfer(id: string): void {
  const transfer = findTransfer(id)
  patchTransfer(id, { state: 'canceled', sentBytes: 0, bytesPerSecond: 0 })
  running.get(id)?.abort()
  if (transfer && isSentInParts(transfer)) void discardParts(transfer.file)
  pump()
}

async function discardParts(file: File): Promise<void> {
  const { discardUploadOf } = await import('./partial-uploads.ts')
  await discardUploadOf(file)
}

/** Returns whether a transfer can be paused and continued at the same byte. */
export function isSentInParts({ size, url }: Transfer): boolean {
  return url === undefined && size >= IN_PARTS_FROM
}

/** Pauses a transfer that is sent in parts. The bytes that have arrived are kept. */
export function pauseTransfer(id: string): void {
  patchTransfer(id, { state: 'paused', bytesPerSecond: 0 })
  running.get(id)?.abort()
  pump()
}

export function removeTransfer(id: string): void {
  list.set(list.get().filter((transfer) => transfer.id !== id))
  pump()
}

/** Retries a transfer that failed, was canceled, or is paused. */
export function retryTransfer(id: string): void {
  patchTransfer(id, REQUEUED)
  pump()
}

/** Sets the tags of all files on the list: waiting files are sent with them, and uploaded files are edited. */
export async function tagTransfers(tags: readonly string[]): Promise<void> {
  arriving = arriving.map((transfer) => ({ ...transfer, tags }))
  list.set(list.get().map((transfer) => ({ ...transfer, tags })))
  const { editTagsOf } = await import('./transfer-tags.ts')
  await editTagsOf(list.get(), tags)
}

/**
 * Call this when another context becomes active. Only waiting and running transfers stay on the list. Those that have
 * not started, or that are interrupted later, wait until the user sends them explicitly. Running requests still reach
 * the former context.
 */
export function holdTransfers(reason: string): void {
  const left = (item: Transfer): Transfer => ({ ...item, leftBecause: reason })
  arriving = arriving.map((item) => failIfLeft(left(item)))
  list.set(list.get().filter(isOpen).map(left))
  pump()
}

/** Prevents sending a transfer automatically to a context for which it was not chosen. Users can still send it. */
function failIfLeft(item: Transfer): Transfer {
  const { state, leftBecause } = item
  if (state !== 'waiting' || leftBecause === undefined) return item
  return { ...item, state: 'failed', error: leftBecause, together: undefined }
}

/** The next user in this tab must neither send nor see the transfers. */
function dropTransfers(): void {
  arriving = []
  list.set([])
  for (const abort of running.values()) abort.abort()
  pump()
}

const personNow = () => queryClient.getQueryData(sessionQuery.queryKey)?.user.id

/** The user who chose the files. */
let owner = personNow()

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
  const person = personNow()
  if (person === owner) return
  owner = person
  dropTransfers()
})

/** Removes all finished transfers from the list. */
export function clearTransfers(): void {
  list.set(list.get().filter(isOngoing))
  pump()
}

function newTransfer(file: File, tags: readonly string[]): Transfer {
  return {
    id: randomId(),
    file,
    size: 0,
    tags,
    state: 'waiting',
    sentBytes: 0,
    bytesPerSecond: 0,
    retryable: true,
  }
}

/** Returns the transfer with this id. Undefined once it has left the list. */
export function findTransfer(id: string): Transfer | undefined {
  return list.get().find((transfer) => transfer.id === id)
}

/** Puts a transfer back in the queue. */
export const REQUEUED: Change = {
  state: 'waiting',
  error: undefined,
  advice: undefined,
  isHeld: undefined,
  leftBecause: undefined,
}

export type Change = { [K in keyof Transfer]?: Transfer[K] | undefined }

export function patchTransfer(id: string, change: Change): void {
  list.set(list.get().map((item) => (item.id === id ? ({ ...item, ...change } as Transfer) : item)))
}

/** Loaded on demand, because every page can show transfers, but few start one. */
const sender = () => import('./send-transfers.ts')

export function pump(): void {
  if (list.get().some((item) => failIfLeft(item) !== item)) list.set(list.get().map(failIfLeft))
  if (!lostSince.get() && list.get().some(({ state }) => state === 'waiting')) {
    sender().then(({ sendNext }) => sendNext(), failWaiting)
  }
  window.onbeforeunload = list.get().some(isUnfinished) ? askBeforeLeaving : null
}

function failWaiting({ message }: Error): void {
  list.set(list.get().map((item) => (item.state === 'waiting' ? { ...item, state: 'failed', error: message } : item)))
}

lostSince.subscribe(pump)

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
