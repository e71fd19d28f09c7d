import { type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

interface FormDialogProps {
  title: string
  /** The verb of the button. */
  save: string
  danger?: boolean
  working: boolean
  /** Why the server refused, if no field shows it. */
  refused?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with fields and one verb. */
export function FormDialog(props: FormDialogProps) {
  const { title, save, danger = false, working, refused, onSubmit, onClose, children } = props
  const form = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
          if (!working) onSubmit()
        }}
      >
        {children}
        {refused ? (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
