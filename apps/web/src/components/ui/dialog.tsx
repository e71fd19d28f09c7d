import { lazy, Suspense } from 'react'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-box.tsx'

const DialogBox = lazy(() => import('./dialog-box.tsx').then((module) => ({ default: module.DialogBox })))

/** Only for what cannot be undone or needs input. Fetched with the first question. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  )
}

interface ConfirmProps extends Omit<DialogProps, 'actions'> {
  /** The verb that does it, such as "Delete 3 jobs". */
  confirm: string
  /** The verb that does not, such as "Keep jobs". */
  keep: string
  danger?: boolean
  working?: boolean
  onConfirm: () => void
}

/** A dialog with two verbs. */
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
