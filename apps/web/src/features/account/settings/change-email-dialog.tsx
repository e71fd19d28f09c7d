import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { PasswordField } from '../password-field.tsx'
import * as accountTexts from '../texts.ts'
import { useChangeEmail } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

interface ChangeEmailDialogProps {
  current: string
  /** If the server doesn't send email, the address changes immediately. */
  sendsMail: boolean
  onClose: () => void
}

export function ChangeEmailDialog({ current, sendsMail, onClose }: ChangeEmailDialogProps) {
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
          if (!sendsMail) toast.success(fill(texts.yourAddressIsNow, newEmail))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={texts.changeEmail}
      save={sendsMail ? texts.sendLink : texts.changeEmail}
      working={change.isPending}
      refused={change.error && !isWrongPassword ? change.error.message : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">
        {sendsMail ? SETTINGS_TEXTS.email.byLink : SETTINGS_TEXTS.email.immediate} {SETTINGS_TEXTS.email.notice}
      </p>
      <TextField
        label={texts.newEmail}
        error={fault}
        inputSize="lg"
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        required
      />
      <PasswordField
        label={texts.password}
        error={isWrongPassword ? accountTexts.passwordWrong : undefined}
        name="password"
        autoComplete="current-password"
        required
      />
    </FormDialog>
  )
}

function faultOf(address: string, current: string): string | undefined {
  if (!/^\S+@\S+\.\S+$/.test(address)) return SETTINGS_TEXTS.email.invalid
  return address.toLowerCase() === current.toLowerCase() ? SETTINGS_TEXTS.email.same : undefined
}
