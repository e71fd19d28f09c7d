import { type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CheckedForm } from '#components/ui/checked-form.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ApiProblem } from '#lib/api.ts'
import { PasswordField } from '../password-field.tsx'
import * as accountTexts from '../texts.ts'
import * as texts from './texts.ts'

interface PasswordDialogProps {
  title: string
  confirm: string
  keep: string
  danger?: boolean
  working: boolean
  error: Error | null
  onConfirm: (password: string) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for the password before an action that must not be available to others at an unattended computer. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, confirm, keep, danger = false, working, error, onConfirm, onClose, children } = props
  const form = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger-fill' : 'primary'} working={working}>
            {confirm}
          </Button>
        </>
      }
    >
      <CheckedForm
        id={form}
        className="grid gap-4"
        working={working}
        onSubmit={(data) => onConfirm(String(data.get('password')))}
      >
        <div>{children}</div>
        <PasswordField
          label={texts.password}
          className="text-sm text-ink"
          error={error ? textFor(error) : undefined}
          name="password"
          autoComplete="current-password"
          required
          autoFocus
        />
      </CheckedForm>
    </Dialog>
  )
}

function textFor(error: Error): string {
  return error instanceof ApiProblem && error.code === 'INVALID_PASSWORD' ? accountTexts.passwordWrong : error.message
}
