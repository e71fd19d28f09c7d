import { type Change, pump, type Transfer, transferList } from './transfers.ts'
import { pauseUnlessOnline } from './wait-for-server.ts'

/** The pauses before each retry of an interrupted request. After the last retry, the user decides. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000]

/** Number of consecutive interruptions, by the id of the transfer, or by the key of a request with several files. */
const breaks = new Map<string, number>()

/** The largest number of bytes that the server has reported for each file sent in parts. */
const arrived = new Map<string, number>()

/**
 * Counts an interruption, and returns the pause in ms before the request is retried. Undefined if there were too many,
 * which also resets the count.
 */
export function pauseAfterBreak(key: string): number | undefined {
  const count = breaks.get(key) ?? 0
  const pause = PAUSES_MS[count]
  if (pause === undefined) breaks.delete(key)
  else breaks.set(key, count + 1)
  return pause
}

/** Resets the count of interruptions. Call this when the request has succeeded. */
export function forgetBreaks(key: string): void {
  breaks.delete(key)
  arrived.delete(key)
}

/** Resets the count of interruptions if the server has received more bytes of an upload in parts. */
export function noticeArrived(key: string, bytes: number): void {
  if (bytes <= (arrived.get(key) ?? 0)) return
  arrived.set(key, bytes)
  breaks.delete(key)
}

/** Sends transfers again after a pause, or as soon as the browser is online again. */
export async function sendLater(transfers: readonly Transfer[], pauseMs: number): Promise<void> {
  patchOpen(transfers, () => ({ state: 'waiting', bytesPerSecond: 0, isHeld: true }))
  await pauseUnlessOnline(pauseMs)
  patchOpen(transfers, () => ({ isHeld: undefined }))
  pump()
}

/** Changes those of the transfers that are neither done nor canceled. */
export function patchOpen(transfers: readonly Transfer[], change: (transfer: Transfer) => Change): void {
  const ids = new Set(transfers.map(({ id }) => id))
  const isChanged = ({ id, state }: Transfer) => ids.has(id) && state !== 'done' && state !== 'canceled'
  transferList.set(
    transferList.get().map((item) => (isChanged(item) ? ({ ...item, ...change(item) } as Transfer) : item)),
  )
}
