import type { AdministratedUser } from '@millrace/contracts/administration'
import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import { useBan } from './users.queries.ts'

const REASON_MAX = 1000

export function BanDialog({ user, onClose }: { user: AdministratedUser; onClose: () => void }) {
  const ban = useBan()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [isPast, setIsPast] = useState(false)

  function submit() {
    const seconds = until === '' ? undefined : Math.round((new Date(`${until}T00:00:00`).getTime() - Date.now()) / 1000)
    if (seconds !== undefined && !(seconds > 0)) return setIsPast(true)
    ban.mutate(
      {
        userId: user.id,
        ...(reason.trim() ? { banReason: reason.trim() } : {}),
        ...(seconds === undefined ? {} : { banExpiresIn: seconds }),
      },
      {
        onSuccess: () => {
          toast.success(fill(texts.userBanned, user.name))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={fill(texts.banQuestion, user.email)}
      save={texts.banUser}
      danger
      working={ban.isPending}
      refused={ban.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">{ADMIN_TEXTS.ban}</p>
      <TextField
        label={texts.reason}
        help={texts.reasonHelp}
        autoFocus
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextField
        label={texts.until}
        help={texts.untilHelp}
        error={isPast ? texts.chooseADayInTheFuture : undefined}
        type="date"
        value={until}
        onChange={({ target }) => {
          setIsPast(false)
          setUntil(target.value)
        }}
      />
    </FormDialog>
  )
}
