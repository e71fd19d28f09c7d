import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'

interface ConfirmByNameDialogProps {
  title: string
  name: string
  confirm: string
  keep: string
  working: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
  /** What will be lost. */
  children: ReactNode
}

/** A confirmation by typing the name, for actions that can’t be undone and delete a lot. */
export function ConfirmByNameDialog(props: ConfirmByNameDialogProps) {
  const { title, name, confirm, keep, working, error, onConfirm, onClose, children } = props
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim() === name.trim()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger-fill" disabled={!isTyped} working={working} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label={
          <>
            Type <b className="font-semibold">{name}</b> to confirm
          </>
        }
        className="mt-4 text-sm text-ink"
        error={error?.message}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && isTyped && onConfirm()}
      />
    </Dialog>
  )
}
