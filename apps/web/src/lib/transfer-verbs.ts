import { focusNeighbor } from './focus-neighbor.ts'
import { cancelTransfer, isFailedForNow, isOpen, removeTransfer, type Transfer } from './transfers.ts'

/** Sending the same file again can help. */
export function mayTryAgain(transfer: Transfer): boolean {
  return transfer.state === 'canceled' || isFailedForNow(transfer)
}

/** What × at a row does. */
export function stopOrRemove(transfer: Transfer, pressed: HTMLElement): void {
  if (isOpen(transfer) || transfer.state === 'paused') {
    cancelTransfer(transfer.id)
    return
  }
  focusNeighbor(pressed)
  removeTransfer(transfer.id)
}
