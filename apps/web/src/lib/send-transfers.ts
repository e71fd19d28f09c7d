import { queryClient } from './app-query-client.ts'
import { lostSince } from './connection.ts'
import { deliver } from './deliver-transfer.ts'
import { infoQuery } from './entry-point.ts'
import { tagsWithFolder } from './folder-tags.ts'
import { recordMissing } from './missing-uploads.ts'
import { unfinishedQuery } from './partial-uploads.ts'
import { sendTogether } from './send-together.ts'
import { createSpeed } from './speed.ts'
import { nextBatch } from './transfer-batches.ts'
import { brokenOff, failureOf, isConnectionLoss, isDelay, isOffline, type TransferFailure } from './transfer-failure.ts'
import { forgetBreaks, noticeArrived, pauseAfterBreak, sendLater } from './transfer-retries.ts'
import { followTags } from './transfer-tags.ts'
import {
  findTransfer,
  isOpen,
  isSentInParts,
  patchTransfer,
  pump,
  running,
  type Transfer,
  transferList,
} from './transfers.ts'
import { askUntilFound } from './wait-for-server.ts'

const MAX_PARALLEL_REQUESTS = 3
let underWay = 0

window.addEventListener('pagehide', recordMissing)

/** Sends waiting transfers, up to the maximum number of concurrent requests. */
export function sendNext(): void {
  while (underWay < MAX_PARALLEL_REQUESTS && !lostSince.get()) {
    const waiting = transferList
      .get()
      .filter(({ id, state, isHeld }) => state === 'waiting' && !isHeld && !running.has(id))
    const [first] = waiting
    if (!first) return
    const batch = first.together === undefined ? nextBatch(waiting) : []
    const isOne = batch.length === 1
    underWay += 1
    void (isOne ? send(first) : sendTogether(first.together ?? batch)).finally(() => {
      underWay -= 1
      refreshLists()
      pump()
    })
  }
}

async function send({ id, file, url, tags, sentTags = tagsWithFolder(tags, file) }: Transfer): Promise<void> {
  const abort = new AbortController()
  const speed = createSpeed()
  running.set(id, abort)
  patchTransfer(id, { state: 'sending', sentTags, movedAt: new Date() })
  try {
    const onProgress = (sentBytes: number, size?: number | null) =>
      patchTransfer(id, {
        sentBytes,
        comparedBytes: undefined,
        bytesPerSecond: speed.at(sentBytes),
        // The progress of a file that the server fetches is polled, so it may be unchanged.
        ...(sentBytes !== findTransfer(id)?.sentBytes && { movedAt: new Date() }),
        ...(size ? { size } : {}),
      })
    const onArrived = (bytes: number) => noticeArrived(id, bytes)
    const onCompared = (comparedBytes: number) => patchTransfer(id, { comparedBytes })
    // The server stores a body only once under the same key, even if the reply to an earlier request was lost.
    // Tags edited in the meantime would change the body, so they are sent afterwards as an edit.
    const options = { tags: sentTags, signal: abort.signal, onProgress, onArrived, onCompared }
    const delivered = await deliver({ id, file, url }, options)
    const { href, size } = delivered
    forgetBreaks(id)
    patchTransfer(id, { state: 'done', ...delivered, sentBytes: size, finishedAt: new Date() })
    await followTags({ href, file, tags: findTransfer(id)?.tags ?? tags }, sentTags)
  } catch (error) {
    if (!abort.signal.aborted) await fail(id, error)
  } finally {
    running.delete(id)
  }
}

async function fail(id: string, error: unknown): Promise<void> {
  const isLoss = isConnectionLoss(error)
  if (isLoss) await askUntilFound(queryClient)
  const transfer = findTransfer(id)
  if (transfer?.state !== 'sending') return
  if (isLoss && lostSince.get()) {
    patchTransfer(id, { state: 'waiting', bytesPerSecond: 0, sentBytes: keptBytes(transfer) })
    return
  }
  const failure = await failureAfter(error, transfer)
  if (findTransfer(id)?.state !== 'sending') return
  if (transfer.url === undefined && (isLoss || isDelay(error)) && failure.retryable) {
    const pause = pauseAfterBreak(id)
    patchTransfer(id, { sentBytes: keptBytes(transfer) })
    if (pause !== undefined) return void sendLater([transfer], pause)
  }
  patchTransfer(id, { state: 'failed', ...failure })
  if (isSentInParts(transfer)) void queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey })
}

async function failureAfter(error: unknown, { url, file, sentBytes }: Transfer): Promise<TransferFailure> {
  if (url !== undefined) return { ...failureOf(error), retryable: true }
  return isOffline(error) ? brokenOff(file, sentBytes) : failureOf(error)
}

function keptBytes(transfer: Transfer): number {
  return isSentInParts(transfer) ? transfer.sentBytes : 0
}

let isRefreshing = false

/** At most once per second while files arrive. */
function refreshLists(): void {
  if (isRefreshing) return
  isRefreshing = true
  const pause = transferList.get().some(isOpen) ? 1000 : 0
  setTimeout(() => {
    isRefreshing = false
    void queryClient.invalidateQueries({ queryKey: ['work-data'] })
    void queryClient.invalidateQueries({ queryKey: infoQuery.queryKey })
  }, pause)
}
