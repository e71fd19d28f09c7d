import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { ApiProblem } from '#lib/api.ts'
import { toast } from '#lib/toast.ts'
import { PasswordInput } from '../password-input.tsx'
import { ACCOUNT_TEXTS } from '../texts.ts'
import { useChangeEmail } from './account-settings.queries.ts'
import { SETTINGS_TEXTS } from './texts.ts'

interface ChangeEmailDialogProps {
  current: string
  /** Whether the server sends email. Otherwise the address changes at once. */
  sendsMail: boolean
  onClose: () => void
}

/** The new address and the password. */
export function ChangeEmailDialog({ current, sendsMail, onClose }: ChangeEmailDialogProps) {
  const form = useId()
  const change = useChangeEmail()
  const [fault, setFault] = useState<string>()
  const isWrongPassword = change.error instanceof ApiProblem && change.error.code === 'INVALID_PASSWORD'

  function submit(fields: FormData) {
    const newEmail = String(fields.get('email')).trim()
    const found = faultOf(newEmail, current)
    setFault(found)
    if (found || change.isPending) return
    change.mutate(
      { newEmail, password: String(fields.get('password')) },
      {
        onSuccess() {
          if (!sendsMail) toast.success(`Your address is now ${newEmail}`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Change email"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" working={change.isPending}>
            {sendsMail ? 'Send link' : 'Change email'}
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
          submit(new FormData(event.currentTarget))
        }}
      >
        <p className="text-md text-ink-2">
          {sendsMail ? SETTINGS_TEXTS.email.byLink : SETTINGS_TEXTS.email.atOnce} {SETTINGS_TEXTS.email.notice}
        </p>
        <Field label="New email" error={fault}>
          {(control) => (
            <Input {...control} inputSize="lg" type="email" name="email" autoComplete="email" autoFocus required />
          )}
        </Field>
        <Field label="Password" error={isWrongPassword ? ACCOUNT_TEXTS.password.wrong : undefined}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
        </Field>
        {change.error && !isWrongPassword ? (
          <p role="alert" className="text-danger">
            {change.error.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

function faultOf(address: string, current: string): string | undefined {
  if (!/^\S+@\S+\.\S+$/.test(address)) return SETTINGS_TEXTS.email.invalid
  return address.toLowerCase() === current.toLowerCase() ? SETTINGS_TEXTS.email.same : undefined
}
