import { LIMITS } from '@millrace/contracts/limits'
import { NO_WORKER } from '@millrace/contracts/texts'
import { Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { ProblemSummary } from '#components/schema-form/schema-form.tsx'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { ErrorDetails } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Input } from '#components/ui/input.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { keyCaps, useKeys } from '#lib/keys.ts'
import { useStartSweep } from '#lib/start-sweep.ts'
import { IdenticalJob } from './identical-job.tsx'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'
import { failureWords, type useStartSubmit } from './use-start-submit.ts'

interface StartFootProps {
  panel: StartPanel
  submit: ReturnType<typeof useStartSubmit>
  onDone: () => void
}

/** Name and tags of the job, what stands in the way, and the two ways out: start, or keep a draft. */
export function StartFoot({ panel, submit, onDone }: StartFootProps) {
  const blocked = blockedReason(panel)
  const { sweep, jobs } = panel
  const startSweep = useStartSweep(onDone)
  const error = submit.error ?? startSweep.error
  const start = (open: boolean) => {
    const [plan] = jobs
    if (!sweep.isActive || plan?.stepHref === undefined) return submit.mutate({ start: true, open })
    const inputs = panel.stepSlots.map(({ Name }) => plan.slots[Name] ?? [])
    startSweep.mutate({ ...plan, stepHref: plan.stepHref, inputs, cells: sweep.cells })
  }
  useKeys({ 'mod+enter': (event) => !blocked && !submit.isPending && !startSweep.isPending && start(event.shiftKey) })
  return (
    <div className="grid gap-3.5">
      {panel.step?.properties.HasWorker === false ? (
        <p role="status" className="rounded-lg bg-warning-soft px-3 py-2">
          {NO_WORKER}
        </p>
      ) : null}
      {error ? <Failure error={error} panel={panel} /> : sweep.isActive ? null : <IdenticalJob panel={panel} />}
      <div className="flex flex-wrap items-center gap-2.5">
        <label htmlFor="job-name" className="flex-none text-ink-2 phone:sr-only">
          {texts.jobName}
        </label>
        <Input
          id="job-name"
          maxLength={LIMITS.jobNameMax}
          className="min-w-48 flex-1"
          placeholder={panel.jobs[0]?.name || texts.namedAfter}
          value={panel.name.typed ?? panel.jobs[0]?.name ?? ''}
          onChange={(event) => panel.name.set(event.target.value)}
        />
        <JobTags panel={panel} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 text-xs">
          <ProblemSummary form={panel.form} />
        </div>
        <Button
          disabled={panel.loaded.isLoading || isUntouched(panel)}
          working={submit.isPending && submit.variables?.start === false}
          onClick={() => submit.mutate({ start: false })}
        >
          {panel.draftHref ? texts.save : texts.saveAsDraft}
        </Button>
        <BlockedButton
          variant="primary"
          reason={blocked}
          working={startSweep.isPending || (submit.isPending && submit.variables?.start === true)}
          icon={<Play aria-hidden="true" />}
          onClick={(event) => start(event.shiftKey)}
          className="phone:flex-1"
        >
          {error ? texts.tryAgain : startLabel(panel)}
          <Kbd className="border-current/35! bg-transparent! text-current!">{keyCaps('mod+enter')}</Kbd>
        </BlockedButton>
      </div>
    </div>
  )
}

/** Nothing was chosen that a draft could keep. */
function isUntouched({ draftHref, step, data }: StartPanel): boolean {
  return draftHref === undefined && step === undefined && data.length === 0
}

function startLabel({ sweep, jobs }: StartPanel): string {
  const count = sweep.isActive ? sweep.cells.length : jobs.length
  return sweep.isActive || count > 1 ? fill(texts.start, plural(count, 'job')) : texts.startJob
}

/** Why the job cannot start yet, or undefined when it can. */
export function blockedReason({ step, loaded, openSlots, misses, form, sweep, jobs }: StartPanel): string | undefined {
  if (loaded.isLoading) return texts.loadingYourSelection
  if (!step) return texts.chooseAStepFirst
  const [slot] = openSlots
  if (slot) return fill(texts.chooseDataForFirst, slot.Title || slot.Name)
  if (misses) return texts.chooseOtherDataFirst
  if (form.faults.length > 0)
    return form.faults.length === 1
      ? '1 parameter has a problem'
      : fill(texts.parametersHaveProblems, form.faults.length)
  if (sweep.isActive && jobs.length > 1) return texts.sweepNeedsOneJob
  return sweep.isActive ? sweep.fault : undefined
}

/** The part that failed, that the rest is kept, and the facts on request. */
function Failure({ error, panel }: { error: Error; panel: StartPanel }) {
  const { title, reason } = failureWords(error, panel.form.schema)
  return (
    <div role="alert" className="flex flex-wrap items-start gap-2.5 rounded-lg bg-danger-soft px-3 py-2">
      <span className="pt-0.5 text-danger">
        <FailedIcon />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        <p className="text-ink-2">{reason}</p>
      </div>
      <ErrorDetails error={error.cause instanceof Error ? error.cause : error} />
    </div>
  )
}

function JobTags({ panel }: { panel: StartPanel }) {
  const [open, setOpen] = useState(false)
  const { value, set } = panel.tags
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {value.map((tag) => (
        <Tag key={tag} text={tag} onRemove={() => set(value.filter((other) => other !== tag))} />
      ))}
      <Popover
        label={texts.jobTags}
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="sm" variant="quiet" icon={<Plus aria-hidden="true" className="icon-sm" />}>
            {texts.tag}
          </Button>
        }
      >
        <div className="w-72">
          <ChipField
            autoFocus
            control={{ 'aria-label': 'Tags' }}
            values={value}
            onChange={set}
            placeholder={texts.tagOrKeyValue}
          />
        </div>
      </Popover>
    </span>
  )
}
