import { lazy, Suspense } from 'react'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-box.tsx'

const DialogBox = lazy(() => import('./dialog-box.tsx').then((module) => ({ default: module.DialogBox })))

/** A dialog, only for actions that can’t be undone or need input. Loaded when first opened. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  )
}

interface ConfirmProps extends Omit<DialogProps, 'actions'> {
  /** The label of the confirming button, such as "Delete 3 jobs". */
  confirm: string
  /** The label of the canceling button, such as "Keep jobs". */
  keep: string
  danger?: boolean
  working?: boolean
  onConfirm: () => void
}

export function ConfirmDialog({ confirm, keep, danger = true, working, onConfirm, ...dialog }: ConfirmProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{keep}</Button>
          <Button variant={danger ? 'danger-fill' : 'primary'} working={working ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
