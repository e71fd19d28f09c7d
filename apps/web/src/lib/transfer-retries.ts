import { type Change, pump, type Transfer, transferList } from './transfers.ts'
import { pauseUnlessOnline } from './wait-for-server.ts'

/** The pauses before an interrupted request is sent again. After the last one, the user decides. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000]

/** How often requests broke off in a row, by the id of the transfer or the key that several have together. */
const breaks = new Map<string, number>()

/** How much of each file in parts the server had at most, in bytes. */
const arrived = new Map<string, number>()

/** How many ms to wait before a request that broke off is sent again; undefined if it broke off too often. */
export function pauseAfterBreak(key: string): number | undefined {
  const count = breaks.get(key) ?? 0
  const pause = PAUSES_MS[count]
  if (pause === undefined) breaks.delete(key)
  else breaks.set(key, count + 1)
  return pause
}

/** Resets the count of broken connections. Call this when the request has succeeded. */
export function forgetBreaks(key: string): void {
  breaks.delete(key)
  arrived.delete(key)
}

/** Breaks of an upload in parts don’t count if the server has received more since the break before. */
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

/** Changes those of the transfers that are still to be sent. */
export function patchOpen(transfers: readonly Transfer[], change: (transfer: Transfer) => Change): void {
  const ids = new Set(transfers.map(({ id }) => id))
  const isChanged = ({ id, state }: Transfer) => ids.has(id) && state !== 'done' && state !== 'canceled'
  transferList.set(
    transferList.get().map((item) => (isChanged(item) ? ({ ...item, ...change(item) } as Transfer) : item)),
  )
}
