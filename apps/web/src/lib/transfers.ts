import { queryClient } from './app-query-client.ts'
import { lostSince } from './connection.ts'
import { folderOf } from './dropped-files.ts'
import { plural } from './format.ts'
import { randomId } from './random-id.ts'
import { sessionQuery } from './session.ts'
import { toast } from './toast.ts'
import { createValue, useValue } from './value.ts'

/**
 * Uploads of this tab. They live outside of React, so they continue while people move between pages; the shell, the
 * upload page and the start panel all watch the same list. `waiting → sending → done`, or `failed`, `canceled` or
 * `paused`, which `retry` sends back to waiting. Small files go out in one request, and many very small
 * ones together. Large ones go out in parts, so that they continue where they were after a pause, a lost connection or a
 * closed tab. At most three requests run at a time.
 * While the server is away unfinished transfers wait, and resume automatically when it is back. If only a connection
 * broke, they are sent again a few times, after growing pauses.
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
  /** The key of the request that carries it with other files. Retries repeat that request as it was. */
  readonly together?: string | undefined
  /** Its connection broke, so it waits a moment before it is sent again. */
  readonly isHeld?: boolean
  /** Why it is not sent again by itself, although it breaks off: another context became active while it was on its way. */
  readonly leftBecause?: string | undefined
  /** It is sent without others, because a request with others was refused. */
  readonly isAlone?: boolean
}

/** Larger files are sent in parts. */
export const IN_PARTS_FROM = 16_000_000

const list = createValue<readonly Transfer[]>([])

export { list as transferList }

/** The transfers that a request carries, and the requests with several of them by their keys, with what ends them. */
export const running = new Map<string, AbortController>()

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

/**
 * Files that were just chosen. To read the size of a file, the browser asks the file system and the page waits, which
 * takes 0.2 ms each. So of thousands, a few at a time join the list.
 */
let arriving: readonly Transfer[] = []
const JOINING_AT_ONCE = 200

const SYSTEM_FILE = /^(\.DS_Store|\._.+|Thumbs\.db|desktop\.ini)$/i

/** What macOS and Windows keep in folders. Chosen on its own, it is wanted. */
function isSystemFile(file: File): boolean {
  return SYSTEM_FILE.test(file.name) && folderOf(file) !== undefined
}

/** Queues files for upload and returns the ids of their transfers. Files that systems keep in folders are left out. */
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
  const joining = arriving.slice(0, JOINING_AT_ONCE)
  arriving = arriving.slice(JOINING_AT_ONCE)
  list.set([...list.get(), ...joining.map(withSize)])
  pump()
  if (arriving.length > 0) setTimeout(joinList)
}

function withSize(transfer: Transfer): Transfer {
  return { ...transfer, size: transfer.file.size }
}

/** All transfers of this tab, including those that have not joined the list yet. */
export function everyTransfer(): readonly Transfer[] {
  return [...list.get(), ...arriving.map(withSize)]
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
      const transfer = findTransfer(id)
      if (transfer?.state === 'done' && transfer.href) resolve(transfer.href)
      else if (transfer ? !isOpen(transfer) : !arriving.some((other) => other.id === id))
        reject(new Error(transfer?.error ?? 'The upload was canceled.'))
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

/** Not in yet, and lost if the tab closes. */
export function isUnfinished(transfer: Transfer): boolean {
  return isOpen(transfer) || isRetryable(transfer)
}

/** Sending it again can help. */
export function isRetryable({ state, retryable }: Transfer): boolean {
  return state === 'failed' && retryable
}

/** Stops a transfer. It stays on the list, where it can be sent again. */
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

/** Whether the transfer can stop and continue at the same byte. */
export function isSentInParts({ size, url }: Transfer): boolean {
  return url === undefined && size >= IN_PARTS_FROM
}

/** Stops a transfer in parts. Nothing that arrived is lost. */
export function pauseTransfer(id: string): void {
  patchTransfer(id, { state: 'paused', bytesPerSecond: 0 })
  running.get(id)?.abort()
  pump()
}

/** Takes a transfer that is over off the list. */
export function removeTransfer(id: string): void {
  list.set(list.get().filter((transfer) => transfer.id !== id))
  pump()
}

/** Sends a file again that failed, was canceled, or is paused. */
export function retryTransfer(id: string): void {
  patchTransfer(id, REQUEUED)
  pump()
}

/** Gives all files on the list these tags: those still to come bring them along, those already in are edited. */
export async function tagTransfers(tags: readonly string[]): Promise<void> {
  arriving = arriving.map((transfer) => ({ ...transfer, tags }))
  list.set(list.get().map((transfer) => ({ ...transfer, tags })))
  const { editTagsOf } = await import('./transfer-tags.ts')
  await editTagsOf(list.get(), tags)
}

/**
 * Called when another context becomes active. Transfers that are over leave the list. Those that have not begun, or that
 * break off later, wait until the user sends them explicitly. Requests under way still reach the former context.
 */
export function holdTransfers(reason: string): void {
  const left = (item: Transfer): Transfer => ({ ...item, leftBecause: reason })
  arriving = arriving.map((item) => held(left(item)))
  list.set(list.get().filter(isOpen).map(left))
  pump()
}

/** Stops a transfer from being sent automatically into a context for which it was not chosen. The user can send it. */
function held(item: Transfer): Transfer {
  const { state, leftBecause } = item
  if (state !== 'waiting' || leftBecause === undefined) return item
  return { ...item, state: 'failed', error: leftBecause, together: undefined }
}

/** For when the person leaves: nothing of theirs is sent as, or shown to, whoever signs in next in this tab. */
function dropTransfers(): void {
  arriving = []
  list.set([])
  for (const abort of running.values()) abort.abort()
  pump()
}

const personNow = () => queryClient.getQueryData(sessionQuery.queryKey)?.user.id

/** Who chose the files. */
let owner = personNow()

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
  const person = personNow()
  if (person === owner) return
  owner = person
  dropTransfers()
})

/** Takes everything off the list that is over. */
export function clearTransfers(): void {
  list.set(list.get().filter((transfer) => isOpen(transfer) || transfer.state === 'paused'))
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

/** The transfer with this id. Undefined once it has left the list. */
export function findTransfer(id: string): Transfer | undefined {
  return list.get().find((transfer) => transfer.id === id)
}

/** In line once more. */
export const REQUEUED: Change = {
  state: 'waiting',
  error: undefined,
  advice: undefined,
  isHeld: undefined,
  leftBecause: undefined,
}

export type Change = { [K in keyof Transfer]?: Transfer[K] | undefined }

/** Changes properties of a transfer on the list. */
export function patchTransfer(id: string, change: Change): void {
  list.set(list.get().map((item) => (item.id === id ? ({ ...item, ...change } as Transfer) : item)))
}

/** Every page can show transfers, but few pages start one. */
const sender = () => import('./send-transfers.ts')

/** Sends what waits. */
export function pump(): void {
  if (list.get().some((item) => held(item) !== item)) list.set(list.get().map(held))
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
