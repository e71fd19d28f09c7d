import { cancelTransfer, isOpen, removeTransfer, type Transfer } from './transfers.ts'

/** Sending the same file again can help. */
export function mayTryAgain({ state, retryable }: Transfer): boolean {
  return state === 'canceled' || (state === 'failed' && retryable)
}

/** What × at a row does. A row that goes hands the focus on to its neighbor. */
export function stopOrRemove(transfer: Transfer, pressed: HTMLElement): void {
  if (isOpen(transfer) || transfer.state === 'paused') {
    cancelTransfer(transfer.id)
    return
  }
  const row = pressed.closest('li')
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  const buttons = neighbor?.querySelectorAll('button')
  removeTransfer(transfer.id)
  buttons?.item(buttons.length - 1)?.focus()
}
