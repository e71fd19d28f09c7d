import { LIMITS } from '@millrace/contracts/limits'
import { type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CheckedForm } from '#components/ui/checked-form.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { FormNotice } from '../form-notice.tsx'
import { passkeyProblem } from '../passkey-texts.ts'
import { PasswordField } from '../password-field.tsx'
import * as texts from './texts.ts'

interface PasskeyDialogProps {
  title: string
  confirm: string
  danger?: boolean
  /** The initial name. Undefined if no name is asked for. */
  name?: string
  withPassword: boolean
  change: { isPending: boolean; error: Error | null }
  onConfirm: (input: { name: string; password: string | undefined }) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for the name and the password, if the change of a passkey needs them. */
export function PasskeyDialog(props: PasskeyDialogProps) {
  const { title, confirm, danger = false, name, withPassword, change, onConfirm, onClose, children } = props
  const form = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger-fill' : 'primary'} working={change.isPending}>
            {confirm}
          </Button>
        </>
      }
    >
      <CheckedForm
        id={form}
        className="grid gap-4"
        working={change.isPending}
        onSubmit={(data) => {
          const password = withPassword ? String(data.get('password')) : undefined
          onConfirm({ name: String(data.get('name') ?? '').trim(), password })
        }}
      >
        {children ? <div>{children}</div> : null}
        {name === undefined ? null : (
          <TextField
            label={texts.name}
            className="text-sm text-ink"
            name="name"
            defaultValue={name}
            required
            data-missing={texts.enterAPasskeyName}
            pattern=".*\S.*"
            data-pattern={texts.enterAPasskeyName}
            maxLength={LIMITS.passkeyNameMax}
            autoComplete="off"
            autoFocus
          />
        )}
        {withPassword ? (
          <PasswordField
            label={texts.password}
            className="text-sm text-ink"
            name="password"
            autoComplete="current-password"
            required
            autoFocus={name === undefined}
          />
        ) : null}
        {change.error ? <FormNotice tone="error">{passkeyProblem(change.error)}</FormNotice> : null}
      </CheckedForm>
    </Dialog>
  )
}
