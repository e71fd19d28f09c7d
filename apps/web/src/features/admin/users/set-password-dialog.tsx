import type { AdministratedUser } from '@millrace/contracts/administration'
import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import { useSetPassword } from './users.queries.ts'

/**
 * Sets a password that the user must change at the next sign-in. The field shows the password, because the
 * administrator passes it on.
 */
export function SetPasswordDialog({ user, onClose }: { user: AdministratedUser; onClose: () => void }) {
  const setPassword = useSetPassword()
  const [password, setNext] = useState('')
  return (
    <FormDialog
      title={fill(texts.setAPasswordFor, user.name)}
      save={texts.setPassword}
      working={setPassword.isPending}
      onSubmit={() =>
        setPassword.mutate(
          { userId: user.id, newPassword: password },
          {
            onSuccess: () => {
              toast.success(fill(texts.passwordSetFor, user.name))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className="text-md text-ink-2">{ADMIN_TEXTS.setPassword}</p>
      <TextField
        label={texts.newPassword}
        error={setPassword.error?.message}
        autoFocus
        required
        autoComplete="off"
        spellCheck={false}
        inputClassName="font-mono"
        maxLength={128}
        value={password}
        onChange={({ target }) => setNext(target.value)}
      />
    </FormDialog>
  )
}
