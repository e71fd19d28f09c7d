import { focusNeighbor } from './focus-neighbor.ts'
import {
  cancelTransfer,
  isOpen,
  isRetryable,
  pump,
  REQUEUED,
  removeTransfer,
  type Transfer,
  transferList,
} from './transfers.ts'

/** Sending the same file again can help. */
export function mayTryAgain(transfer: Transfer): boolean {
  return transfer.state === 'canceled' || isRetryable(transfer)
}

/** Cancels a transfer that is under way, or takes one that is over off the list. */
export function stopOrRemove(transfer: Transfer, pressed: HTMLElement): void {
  if (isOpen(transfer) || transfer.state === 'paused') {
    cancelTransfer(transfer.id)
    return
  }
  focusNeighbor(pressed)
  removeTransfer(transfer.id)
}

/** Sends everything again that failed and may succeed the next time. */
export function retryFailed(): void {
  const again = (item: Transfer) => (isRetryable(item) ? ({ ...item, ...REQUEUED } as Transfer) : item)
  transferList.set(transferList.get().map(again))
  pump()
}
