import type { FailedParameter } from '@millrace/contracts/jobs'
import { labelOf } from '@millrace/parameters/labels'
import { partsOf } from '@millrace/parameters/pointer'
import { Play } from 'lucide-react'
import { useEffect } from 'react'
import { sameValue } from '#components/schema-form/defaults.ts'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { WrongValue } from '#components/schema-form/wrong-value.tsx'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { markedValue, withReplacement } from '#lib/failed-value.ts'
import { fill } from '#lib/fill.ts'
import { FIX_FORM, fixBlocked } from '#lib/fix-form.ts'
import { parametersOf } from '#lib/job-facts.ts'
import { keyCaps, useKeys } from '#lib/keys.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { FixGroup } from './fix-group.tsx'
import * as texts from './texts.ts'
import { type StartPanel, useStartPanel } from './use-start-panel.ts'
import { failureText, useStartSubmit } from './use-start-submit.ts'

/** Number of suggestions if all columns are listed beside the field: only the most likely one. */
const BESIDE_COLUMNS = 1

/** Form to correct the parameter that made a job fail: the invalid value, suggestions, and the field. */
export function FixJob({ job, failed }: { job: JobDocument; failed: FailedParameter }) {
  const panel = useStartPanel({ start: { job: selfHref(job) }, onStart: ignore })
  const { schema, value } = panel.form
  const field = schema?.properties?.[failed.Name]
  if (!schema || !field) return null
  const change = (next: typeof value) => panel.form.onChange({ ...value, ...next })
  const names = namesOf(failed)
  const only = <T,>(values: Record<string, T>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  const form: StartPanel['form'] = {
    ...panel.form,
    mode: 'form',
    schema: { type: 'object', properties: only(schema.properties ?? {}) },
    value: only(value),
    defaults: only(panel.form.defaults),
    faults: panel.form.faults.filter(({ pointer }) => names.includes(partsOf(pointer)[0] ?? '')),
    onChange: change,
    tryQuery: panel.form.tryQuery && {
      ...panel.form.tryQuery,
      known: { fault: job.properties.Cause, query: markedValue(value[failed.Name], failed) },
    },
  }
  const isMarkedInField = field.format === 'sql' && form.tryQuery !== undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {isMarkedInField ? null : <WrongValue value={parametersOf(job.properties)[failed.Name]} failed={failed} />}
      <Suggestions
        value={value[failed.Name]}
        failed={failed}
        most={isMarkedInField ? BESIDE_COLUMNS : failed.Suggestions.length}
        onChange={(next) => change({ [failed.Name]: next })}
      />
      <SchemaForm form={form} />
      <FixFoot panel={panel} job={job} failed={failed} />
    </div>
  )
}

interface SuggestionsProps {
  value: unknown
  failed: FailedParameter
  most: number
  onChange: (value: unknown) => void
}

function Suggestions({ value, failed, most, onChange }: SuggestionsProps) {
  const isWrong = markedValue(value, failed).wrong !== ''
  if (failed.Suggestions.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left text-ink-2">{texts.useInstead}</legend>
      {failed.Suggestions.slice(0, most).map((suggestion) => (
        <Button
          key={suggestion}
          size="sm"
          disabled={!isWrong}
          onClick={() => onChange(withReplacement(value, failed, suggestion))}
          className="font-mono"
        >
          {suggestion}
        </Button>
      ))}
    </fieldset>
  )
}

function FixFoot({ panel, job, failed }: { panel: StartPanel; job: JobDocument; failed: FailedParameter }) {
  const startJob = useStartJob()
  const submit = useStartSubmit({ panel, onDone: ignore })
  const blocked = blockedReason(panel) ?? unchangedReason(panel, job, failed)
  const start = () => {
    if (blocked) toast.error(blocked)
    else if (!submit.isPending) submit.mutate({ start: true, open: true })
  }
  useKeys({ 'mod+enter': start })
  useEffect(() => {
    fixBlocked.set(blocked)
    return () => fixBlocked.set(undefined)
  }, [blocked])
  const failure = submit.error ? failureText(submit.error, panel.form.schema) : undefined
  return (
    <>
      {failure ? (
        <p role="alert" className="text-danger wrap-anywhere">
          {failure.title}. {failure.reason}
        </p>
      ) : null}
      <form
        id={FIX_FORM}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
        className="flex flex-wrap items-center gap-2.5"
      >
        <BlockedButton
          variant="primary"
          reason={blocked}
          working={submit.isPending}
          icon={<Play aria-hidden="true" />}
          onClick={start}
          className="phone:hidden"
        >
          {texts.fixAndRunAgain}
          <Kbd className="border-current/35! bg-transparent! text-current!">{keyCaps('mod+enter')}</Kbd>
        </BlockedButton>
        {blocked ? <span className="text-xs text-ink-2 phone:hidden">{blocked}</span> : null}
        <FixGroup job={job} names={namesOf(failed)} value={panel.form.value} disabled={blocked !== undefined} />
        <Button variant="text" className="-ml-3" onClick={() => startJob({ job: selfHref(job) })}>
          {texts.changeDataOrOtherParameters}
        </Button>
      </form>
    </>
  )
}

function blockedReason({ loaded, openSlots, form }: StartPanel): string | undefined {
  if (loaded.isLoading) return texts.loadingTheJob
  const [slot] = openSlots
  if (slot) return fill(texts.dataIsGone, slot.Title || slot.Name)
  return form.faults.length > 0 ? form.faults[0]?.message : undefined
}

/** An unchanged job can't be started, because the same value would fail again. */
function unchangedReason({ form }: StartPanel, job: JobDocument, failed: FailedParameter): string | undefined {
  const before = parametersOf(job.properties)
  const isSame = namesOf(failed).every((name) => sameValue(form.value[name], before[name]))
  const { Name } = failed
  return isSame ? fill(texts.changeFirst, labelOf(form.schema?.properties?.[Name] ?? {}, Name)) : undefined
}

/** Returns the parameter's name, and those of parameters that may have to change with it. */
function namesOf({ Name, Beside }: FailedParameter): string[] {
  return [Name, ...Beside]
}

function ignore(): void {}
