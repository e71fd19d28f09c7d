import { focusNeighbor } from './focus-neighbor.ts'
import {
  cancelTransfer,
  isOngoing,
  isRetryable,
  pump,
  REQUEUED,
  removeTransfer,
  type Transfer,
  transferList,
} from './transfers.ts'

/** Returns whether sending the same file again may succeed. */
export function mayTryAgain(transfer: Transfer): boolean {
  return transfer.state === 'canceled' || isRetryable(transfer)
}

/** Cancels a transfer in progress, or removes a finished one from the list and moves the focus to a neighboring row. */
export function stopOrRemove(transfer: Transfer, pressed: HTMLElement): void {
  if (isOngoing(transfer)) {
    cancelTransfer(transfer.id)
    return
  }
  focusNeighbor(pressed)
  removeTransfer(transfer.id)
}

/** Retries all failed transfers that may succeed. */
export function retryFailed(): void {
  const again = (item: Transfer) => (isRetryable(item) ? ({ ...item, ...REQUEUED } as Transfer) : item)
  transferList.set(transferList.get().map(again))
  pump()
}
