import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { queryClient } from './app-query-client.ts'
import { lostSince } from './connection.ts'
import { deliverTogether } from './deliver-transfer.ts'
import { tagsWithFolder } from './folder-tags.ts'
import { randomId } from './random-id.ts'
import { readDocument } from './siren.ts'
import { brokenOff, isConnectionLoss, isDelay } from './transfer-failure.ts'
import { forgetBreaks, patchOpen, pauseAfterBreak, sendLater } from './transfer-retries.ts'
import { followTags } from './transfer-tags.ts'
import { type Change, findTransfer, patchTransfer, running, type Transfer } from './transfers.ts'
import { askUntilFound } from './wait-for-server.ts'
import { deleteWorkData } from './work-data-deletion.ts'

/* Sends many small files in one request. The server stores either all of them or none, and a repeated request with the
   same key only once, so after a lost connection the request is repeated unchanged. A file that is canceled or removed
   from the list in the meantime is still sent, and deleted once it has arrived. */

/** Marks that the request with a file has ended, so the file is sent again in a new request. */
const REQUEUED: Change = { together: undefined, sentTags: undefined }

/** The requests without a reply, by their keys. */
const requests = new Map<string, readonly Transfer[]>()

/** Sends files in one request: either new files or, to repeat a request, the files of the request with this key. */
export async function sendTogether(what: string | readonly Transfer[]): Promise<void> {
  const batch = typeof what === 'string' ? (requests.get(what) ?? []) : what
  // A random key, because the id of a file is the key of a request that carries only that file.
  const key = typeof what === 'string' ? what : randomId()
  const [first] = batch
  if (!first) return
  const sentTags = first.sentTags ?? tagsWithFolder(first.tags, first.file)
  requests.set(key, batch)
  for (const { id } of batch) running.set(id, new AbortController())
  const abort = new AbortController()
  running.set(key, abort)
  patchOpen(batch, () => ({ state: 'sending', sentTags, together: key }))
  try {
    const total = batch.reduce((sum, { size }) => sum + size, 0)
    const onProgress = (sent: number) =>
      patchOpen(batch, ({ size }) => ({ sentBytes: Math.floor(size * Math.min(1, sent / total)), movedAt: new Date() }))
    const options = { idempotencyKey: key, tags: sentTags, signal: abort.signal, onProgress }
    const hrefs = await deliverTogether(batch, options)
    requests.delete(key)
    forgetBreaks(key)
    await settle(batch, hrefs, sentTags)
  } catch (error) {
    await failTogether(batch, key, error)
  } finally {
    for (const { id } of batch) running.delete(id)
    running.delete(key)
  }
}

async function settle(
  batch: readonly Transfer[],
  hrefs: readonly (string | undefined)[],
  sentTags: readonly string[],
): Promise<void> {
  const byId = new Map(batch.map(({ id }, at) => [id, hrefs[at]]))
  const hrefOf = ({ id }: Transfer) => byId.get(id)
  const done = (transfer: Transfer): Change => ({
    state: 'done',
    href: hrefOf(transfer),
    sentBytes: transfer.size,
    finishedAt: new Date(),
    together: undefined,
  })
  const canceled = batch.filter(({ id }) => (findTransfer(id)?.state ?? 'canceled') === 'canceled')
  for (const transfer of canceled) {
    // A file that can’t be deleted is shown as uploaded.
    await discard(hrefOf(transfer)).then(
      () => patchTransfer(transfer.id, REQUEUED),
      () => patchTransfer(transfer.id, done(transfer)),
    )
  }
  patchOpen(
    batch.filter((transfer) => !canceled.includes(transfer)),
    done,
  )
  for (const { id, file } of batch) {
    const { href, state, tags } = findTransfer(id) ?? {}
    if (state === 'done' && href !== undefined && tags) await followTags({ href, file, tags }, sentTags)
  }
}

async function discard(href: string | undefined): Promise<void> {
  if (href !== undefined) await deleteWorkData(await readDocument<WorkDataProperties>(href))
}

/**
 * Handles a failed request. If the connection was lost or the server was busy, the same request is repeated. If the
 * server refused the request or a file can no longer be read, each file is sent on its own to find out which one fails.
 */
async function failTogether(batch: readonly Transfer[], key: string, error: unknown): Promise<void> {
  const isLoss = isConnectionLoss(error)
  if (!isLoss && !isDelay(error)) return sendApart(batch, key)
  if (isLoss) await askUntilFound(queryClient)
  if (lostSince.get()) return patchOpen(batch, () => ({ state: 'waiting', sentBytes: 0 }))
  const ends = new Map<string, Change>()
  for (const { id, file, sentBytes } of batch) ends.set(id, { state: 'failed', ...(await brokenOff(file, sentBytes)) })
  const unreadable = batch.filter(({ id }) => ends.get(id)?.retryable === false)
  if (unreadable.length > 0) {
    patchOpen(unreadable, ({ id }) => ({ ...ends.get(id), together: undefined }))
    return sendApart(batch, key)
  }
  const pause = pauseAfterBreak(key)
  if (pause === undefined) return patchOpen(batch, ({ id }) => ends.get(id) ?? {})
  patchOpen(batch, () => ({ sentBytes: 0 }))
  void sendLater(batch, pause)
}

function sendApart(batch: readonly Transfer[], key: string): void {
  requests.delete(key)
  const isCarried = ({ id }: Transfer) => findTransfer(id)?.together === key
  for (const { id } of batch.filter(isCarried)) patchTransfer(id, { ...REQUEUED, isAlone: true })
  patchOpen(batch, ({ state }) => (state === 'sending' ? { state: 'waiting', sentBytes: 0 } : {}))
}
