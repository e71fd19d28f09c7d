import type { AdministratedUser } from '@millrace/contracts/administration'
import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, pluralTotal } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import { useRemoveUser } from './users.queries.ts'

interface DeleteUserDialogProps {
  user: AdministratedUser
  onClose: () => void
  onDeleted: () => void
}

/** Deletes an account with its personal data. The administrator must type the email address to confirm. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const remove = useRemoveUser()
  const [typed, setTyped] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const isSame = typed.trim().toLowerCase() === user.email.toLowerCase()
  const onlyOwned = user.organizations.filter(({ isOnlyOwner }) => isOnlyOwner).map(({ name }) => name)

  function submit() {
    setIsChecked(true)
    if (!isSame) return
    remove.mutate(user.id, {
      onSuccess: () => {
        toast.success(fill(texts.userDeleted, user.name))
        onDeleted()
      },
    })
  }

  return (
    <FormDialog
      title={fill(texts.deleteTheAccountOf, user.name)}
      save={texts.deleteAccount}
      danger
      working={remove.isPending}
      refused={remove.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">
        {pluralTotal(user.jobs, 'personal job')} and {pluralTotal(user.workData, 'file')} ({formatBytes(user.usedBytes)}
        ) are deleted with the account and its API keys. This can’t be undone.{' '}
        {user.organizations.length > 0 ? texts.organizationDataIsKept : null}
      </p>
      {onlyOwned.length > 0 ? (
        <p role="alert" className="text-md text-warning wrap-anywhere">
          {fill(texts.isTheOnlyOwner, user.name, onlyOwned.join(', '), ADMIN_TEXTS.onlyOwner)}
        </p>
      ) : null}
      <TextField
        label={fill(texts.typeToConfirm, user.email)}
        error={isChecked && !isSame ? texts.confirmationHelp : undefined}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}
