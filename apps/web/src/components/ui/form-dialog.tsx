import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  title: string
  save: string
  cancel?: string
  wide?: boolean
  danger?: boolean
  working: boolean
  /** The server’s error, if no field shows it. */
  refused?: string | undefined
  onSubmit: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, save, cancel = 'Cancel', wide = false, danger = false, working, refused, onSubmit, onClose } = props
  const form = useId()
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger-fill' : 'primary'} working={working}>
            {save}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4 text-sm text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          if (!working) onSubmit(new FormData(event.currentTarget))
        }}
      >
        {props.children}
        {refused ? (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
