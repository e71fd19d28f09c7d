import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { grantsQuery, mayRegisterSteps } from '#lib/grants.ts'
import { useMakeKey } from './api-keys.queries.ts'
import { LIFETIMES, type Lifetime, secondsOf } from './lifetime.ts'

const SCOPES = [
  { value: 'user', label: 'A program' },
  { value: 'worker', label: 'A worker' },
] as const

const ACCESS = [
  { value: 'manage', label: 'Full access' },
  { value: 'run', label: 'Read and run jobs' },
  { value: 'read', label: 'Read only' },
] as const

interface NewKeyDialogProps {
  /** Whose data the key will reach. */
  reach: string
  onClose: () => void
  onMade: (key: NewApiKey) => void
}

/** What the key is for and how long it lives. */
export function NewKeyDialog({ reach, onClose, onMade }: NewKeyDialogProps) {
  const make = useMakeKey()
  const { data: grants = [] } = useQuery(grantsQuery)
  const [scope, setScope] = useState<ApiKey['scope']>('user')
  const [access, setAccess] = useState<ApiKey['access']>('manage')
  const [steps, setSteps] = useState('')
  const [note, setNote] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [ownDays, setOwnDays] = useState('14')
  const [checked, setChecked] = useState(false)
  const ttl = secondsOf(lifetime, ownDays)

  function submit() {
    setChecked(true)
    if (note.trim() === '' || ttl === undefined || make.isPending) return
    make.mutate({ note: note.trim(), ttl, scope, access, steps: access === 'read' ? '' : steps }, { onSuccess: onMade })
  }

  return (
    <FormDialog
      title="New API key"
      save="Create key"
      working={make.isPending}
      refused={make.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">
        {scope === 'user'
          ? `The key acts as you and can access ${reach}.`
          : 'The key can register steps and run their jobs, nothing else.'}
      </p>
      {mayRegisterSteps(grants) ? (
        <Field label="For">
          {(control) => <Select {...control} value={scope} onChange={setScope} options={SCOPES} />}
        </Field>
      ) : null}
      <Field
        label="Note"
        help="What will use this key"
        error={checked && note.trim() === '' ? 'Enter a note.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            required
            maxLength={200}
            placeholder="Gauge poller, Cologne"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {scope === 'user' ? (
        <Field label="Access">
          {(control) => <Select {...control} value={access} onChange={setAccess} options={ACCESS} />}
        </Field>
      ) : null}
      {scope === 'user' && access !== 'read' ? (
        <Field label="Steps" help="Function names, separated by commas. Leave empty for all steps.">
          {(control) => (
            <Input
              {...control}
              placeholder="clean_table, plot_table"
              value={steps}
              onChange={({ target }) => setSteps(target.value)}
            />
          )}
        </Field>
      ) : null}
      <Field
        label="Lifetime"
        help={lifetime === 'none' ? 'The key works until you turn it off or delete it.' : undefined}
      >
        {(control) => <Select {...control} value={lifetime} onChange={setLifetime} options={LIFETIMES} />}
      </Field>
      {lifetime === 'own' ? (
        <Field label="Days" error={checked && ttl === undefined ? 'Enter a whole number from 1 to 3650.' : undefined}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={ownDays}
              tail="days"
              onChange={({ target }) => setOwnDays(target.value)}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  )
}
