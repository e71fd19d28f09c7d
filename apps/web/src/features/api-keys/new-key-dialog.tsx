import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { grantsQuery, mayRegisterSteps } from '#lib/grants.ts'
import { useMakeKey } from './api-keys.queries.ts'
import { LIFETIMES, type Lifetime, secondsOf } from './lifetime.ts'
import * as texts from './texts.ts'

const SCOPES = [
  { value: 'user', label: texts.aProgram },
  { value: 'worker', label: texts.aWorker },
] as const

const ACCESS = [
  { value: 'manage', label: texts.fullAccess },
  { value: 'run', label: texts.readAndRunJobs },
  { value: 'read', label: texts.readOnly },
] as const

interface NewKeyDialogProps {
  /** Names the data that the key grants access to, such as “your own data”. */
  reach: string
  onClose: () => void
  onMade: (key: NewApiKey) => void
}

/** Asks for the name, permissions and lifetime of a new key, and creates the key. */
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
  const faults = make.error instanceof ApiProblem ? make.error.faults : []
  const unknownSteps = faults.find(({ pointer }) => pointer === '/steps')?.message

  function submit() {
    setChecked(true)
    if (note.trim() === '' || ttl === undefined || make.isPending) return
    make.mutate({ note: note.trim(), ttl, scope, access, steps: access === 'read' ? '' : steps }, { onSuccess: onMade })
  }

  return (
    <FormDialog
      title={texts.newApiKey}
      save={texts.createKey}
      working={make.isPending}
      refused={unknownSteps ? undefined : make.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">
        {scope === 'user' ? fill(texts.reachOfProgramKey, reach) : texts.reachOfWorkerKey}
      </p>
      {mayRegisterSteps(grants) ? (
        <Field label={texts.keyFor}>
          {(control) => <Select {...control} value={scope} onChange={setScope} options={SCOPES} />}
        </Field>
      ) : null}
      <TextField
        label={texts.name}
        help={texts.whatWillUseThisKey}
        error={checked && note.trim() === '' ? texts.enterAName : undefined}
        autoFocus
        required
        maxLength={200}
        placeholder={texts.gaugePollerCologne}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {scope === 'user' ? (
        <Field label={texts.access}>
          {(control) => <Select {...control} value={access} onChange={setAccess} options={ACCESS} />}
        </Field>
      ) : null}
      {scope === 'user' && access !== 'read' ? (
        <TextField
          label={texts.steps}
          help={texts.stepsHelp}
          error={unknownSteps}
          placeholder={texts.cleanTablePlotTable}
          value={steps}
          onChange={({ target }) => setSteps(target.value)}
        />
      ) : null}
      <Field label={texts.lifetime} help={lifetime === 'none' ? texts.lifetimeHelp : undefined}>
        {(control) => <Select {...control} value={lifetime} onChange={setLifetime} options={LIFETIMES} />}
      </Field>
      {lifetime === 'own' ? (
        <TextField
          label={texts.days}
          error={checked && ttl === undefined ? texts.daysOutOfRange : undefined}
          inputMode="numeric"
          value={ownDays}
          tail="days"
          onChange={({ target }) => setOwnDays(target.value)}
        />
      ) : null}
    </FormDialog>
  )
}
