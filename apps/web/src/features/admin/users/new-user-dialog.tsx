import type { CreatedUser } from '@millrace/contracts/administration'
import { LIMITS, type Plan } from '@millrace/contracts/limits'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { PLAN_OPTIONS } from '../names.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import { useCreateUser } from './users.queries.ts'

interface NewUserDialogProps {
  onClose: () => void
  onCreated: (user: CreatedUser) => void
}

export function NewUserDialog({ onClose, onCreated }: NewUserDialogProps) {
  const create = useCreateUser()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [plan, setPlan] = useState<Plan>('free')
  const [isChecked, setIsChecked] = useState(false)
  const faults = create.error instanceof ApiProblem ? create.error.faults : []
  const faultAt = (pointer: string) => faults.find((fault) => fault.pointer === pointer)?.message
  const missing = (text: string, message: string) => (isChecked && text.trim() === '' ? message : undefined)

  function submit() {
    setIsChecked(true)
    if (name.trim() === '' || email.trim() === '') return
    create.mutate(
      { name: name.trim(), email: email.trim(), plan },
      {
        onSuccess: (user) => {
          toast.success(fill(texts.userCreated, user.name))
          onCreated(user)
        },
      },
    )
  }

  return (
    <FormDialog
      title={texts.newUser}
      save={texts.createUser}
      working={create.isPending}
      refused={(faultAt('/name') ?? faultAt('/email')) ? undefined : create.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">{ADMIN_TEXTS.newUser}</p>
      <TextField
        label={texts.name}
        error={missing(name, texts.enterAName) ?? faultAt('/name')}
        autoFocus
        required
        autoComplete="off"
        maxLength={LIMITS.accountNameMax}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={texts.email}
        error={missing(email, texts.enterAnEmailAddress) ?? faultAt('/email')}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={({ target }) => {
          create.reset()
          setEmail(target.value)
        }}
      />
      <Field label={texts.plan}>
        {(control) => <Select {...control} value={plan} onChange={setPlan} options={PLAN_OPTIONS} />}
      </Field>
    </FormDialog>
  )
}
