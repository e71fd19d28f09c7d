import type { Transfer } from './transfers.ts'

/** Returns the fraction of all bytes that has been sent. */
export function shareOf(transfers: readonly Transfer[]): number {
  const total = bytesOf(transfers)
  return total === 0 ? 0 : transfers.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / total
}

export function bytesOf(transfers: readonly Transfer[]): number {
  return transfers.reduce((sum, { size }) => sum + size, 0)
}

const STALLED_MS = 5000

/** Returns for how long no bytes have been sent, in ms. Undefined during the first five seconds. */
export function stalledMs({ movedAt }: Transfer, now: Date): number | undefined {
  const still = movedAt ? now.getTime() - movedAt.getTime() : 0
  return still >= STALLED_MS ? still : undefined
}

/** Returns the total speed, and the remaining time at that speed, which is undefined until it can be estimated. */
export function paceOf(
  transfers: readonly Transfer[],
  now: Date,
): { bytesPerSecond: number; msLeft: number | undefined } {
  const open = transfers.filter(({ state }) => state === 'sending' || state === 'waiting')
  const moving = open.filter((transfer) => stalledMs(transfer, now) === undefined)
  const bytesPerSecond = moving.reduce((sum, transfer) => sum + transfer.bytesPerSecond, 0)
  const left = open.reduce((sum, { size, sentBytes }) => sum + Math.max(size - sentBytes, 0), 0)
  const isKnown = bytesPerSecond > 0 && open.every(({ url, size }) => url === undefined || size > 0)
  return { bytesPerSecond, msLeft: isKnown ? (left / bytesPerSecond) * 1000 : undefined }
}
