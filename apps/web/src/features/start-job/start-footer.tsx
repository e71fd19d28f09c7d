import { LIMITS } from '@millrace/contracts/limits'
import { NO_WORKER } from '@millrace/contracts/texts'
import { Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { ProblemSummary } from '#components/schema-form/schema-form.tsx'
import { RefusedValuesList } from '#components/sweep/refused-values-list.tsx'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { ErrorDetails } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Input } from '#components/ui/input.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { Tag } from '#components/ui/tag.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { keyCaps, useKeys } from '#lib/keys.ts'
import { StartFailure } from '#lib/make-job.ts'
import { RefusedValues } from '#lib/refused-values.ts'
import { useStartSweep } from '#lib/start-sweep.ts'
import { usePhone } from '#lib/use-media.ts'
import { Estimate } from './estimate.tsx'
import { IdenticalJob } from './identical-job.tsx'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'
import { failureText, type useStartSubmit } from './use-start-submit.ts'

interface StartFooterProps {
  panel: StartPanel
  submit: ReturnType<typeof useStartSubmit>
  onDone: () => void
}

/**
 * The name and tags of the job, what prevents the start, and two buttons: start, or save as a draft. On a phone,
 * sections are pages, and all pages but the last have a button for the next page instead.
 */
export function StartFooter({ panel, submit, onDone }: StartFooterProps) {
  const { sweep, jobs, section } = panel
  const hasNextPage = usePhone() && section !== 'parameters'
  const startSweep = useStartSweep(onDone)
  const error = submit.error ?? startSweep.error
  const start = (open: boolean) => {
    const [plan] = jobs
    if (!sweep.isActive || plan?.stepHref === undefined) return submit.mutate({ start: true, open })
    const inputs = panel.stepSlots.map(({ Name }) => plan.slots[Name] ?? [])
    startSweep.mutate({ ...plan, stepHref: plan.stepHref, inputs, cells: sweep.cells })
  }
  const verbs = { panel, submit, isStartingSweep: startSweep.isPending, isRepeated: error !== null, onStart: start }
  return (
    <div className="grid gap-3.5">
      {panel.step?.properties.HasWorker === false ? (
        <p role="status" className="rounded-lg bg-warning-soft px-3 py-2">
          {NO_WORKER}
        </p>
      ) : null}
      {error ? <Failure error={error} panel={panel} /> : null}
      {hasNextPage ? (
        <NextPage panel={panel} submit={submit} />
      ) : (
        <>
          {error || sweep.isActive ? null : <IdenticalJob panel={panel} />}
          <NameAndTags panel={panel} />
          <StartVerbs {...verbs} />
        </>
      )}
    </div>
  )
}

function NameAndTags({ panel }: { panel: StartPanel }) {
  return (
    <div className="flex flex-wrap items-center gap-2.5 phone:gap-y-1">
      <label htmlFor="job-name" className="flex-none text-ink-2 phone:basis-full phone:text-xs">
        {texts.jobName}
      </label>
      <Input
        id="job-name"
        maxLength={LIMITS.jobNameMax}
        className="min-w-48 flex-1 phone:min-w-36"
        placeholder={panel.jobs[0]?.name || texts.namedAfter}
        value={panel.name.typed ?? panel.jobs[0]?.name ?? ''}
        onChange={(event) => panel.name.set(event.target.value)}
      />
      <JobTags panel={panel} />
    </div>
  )
}

interface StartVerbsProps extends Pick<StartFooterProps, 'panel' | 'submit'> {
  isStartingSweep: boolean
  /** Whether a start has failed, so the next one is a retry. */
  isRepeated: boolean
  onStart: (open: boolean) => void
}

function StartVerbs({ panel, submit, isStartingSweep, isRepeated, onStart }: StartVerbsProps) {
  const blocked = blockedReason(panel)
  const isBusy = submit.isPending || isStartingSweep
  useKeys({ 'mod+enter': (event) => !blocked && !isBusy && onStart(event.shiftKey) })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 text-xs phone:basis-full phone:empty:hidden">
        <ProblemSummary form={panel.form} />
        {panel.form.faults.length > 0 ? null : <Estimate panel={panel} />}
      </div>
      <SaveDraft panel={panel} submit={submit} />
      <BlockedButton
        variant="primary"
        reason={blocked}
        working={isStartingSweep || (submit.isPending && submit.variables?.start === true)}
        icon={<Play aria-hidden="true" />}
        onClick={(event) => onStart(event.shiftKey)}
        className="phone:flex-1"
      >
        {isRepeated ? texts.tryAgain : startLabel(panel)}
        <Kbd className="border-current/35! bg-transparent! text-current!">{keyCaps('mod+enter')}</Kbd>
      </BlockedButton>
    </div>
  )
}

function NextPage({ panel, submit }: Pick<StartFooterProps, 'panel' | 'submit'>) {
  const { section, step, loaded, setSection } = panel
  const isStep = section === 'step'
  const isLost = !isStep && loaded.failed > 0
  const isChosen = isStep ? step !== undefined : panel.data.length > 0 && !isLost
  return (
    <div className="flex gap-3">
      {isUntouched(panel) ? null : <SaveDraft panel={panel} submit={submit} />}
      <BlockedButton
        {...(isChosen && { variant: 'primary' })}
        className="flex-1!"
        reason={isStep && !step ? texts.chooseAStepFirst : undefined}
        onClick={() => setSection(isStep ? 'parameters' : 'step')}
      >
        {isStep || isChosen || isLost ? fill(texts.next, isStep ? texts.parameters : texts.step) : texts.skipData}
      </BlockedButton>
    </div>
  )
}

function SaveDraft({ panel, submit }: Pick<StartFooterProps, 'panel' | 'submit'>) {
  return (
    <Button
      disabled={panel.loaded.isLoading || isUntouched(panel)}
      working={submit.isPending && submit.variables?.start === false}
      onClick={() => submit.mutate({ start: false })}
    >
      {panel.draftHref ? texts.save : texts.saveAsDraft}
    </Button>
  )
}

function isUntouched({ draftHref, step, data }: StartPanel): boolean {
  return draftHref === undefined && step === undefined && data.length === 0
}

function startLabel({ sweep, jobs }: StartPanel): string {
  const count = sweep.isActive ? sweep.cells.length : jobs.length
  return sweep.isActive || count > 1 ? fill(texts.start, plural(count, 'job')) : texts.startJob
}

/** Returns the reason why the job can't be started yet, or undefined if it can. */
export function blockedReason({ step, loaded, openSlots, misses, form, sweep, jobs }: StartPanel): string | undefined {
  if (loaded.isLoading) return texts.loadingYourSelection
  if (!step) return loaded.step.error ? texts.theStepIsNotLoaded : texts.chooseAStepFirst
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

function Failure({ error, panel }: { error: Error; panel: StartPanel }) {
  const { title, reason } = failureText(error, panel.form.schema)
  return (
    <div role="alert" className="flex flex-wrap items-start gap-2.5 rounded-lg bg-danger-soft px-3 py-2">
      <span className="pt-0.5 text-danger">
        <FailedIcon />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {error instanceof RefusedValues ? (
          <RefusedValuesList error={error} words={panel.sweep.words} />
        ) : (
          <p className="text-ink-2">{reason}</p>
        )}
        {error instanceof StartFailure && error.affected ? (
          <p className="flex flex-wrap gap-x-1 text-ink-2">
            {error.affected.others}{' '}
            <MiddleTruncate
              text={error.affected.name}
              ends={splitJobName(error.affected.name)}
              className="min-w-0 flex-1 basis-40"
            />
          </p>
        ) : null}
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
