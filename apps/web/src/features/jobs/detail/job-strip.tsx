import { clsx } from 'clsx'
import { CircleDashed } from 'lucide-react'
import { FileTile } from '#components/ui/file-icon.tsx'
import { FlowStrip, type StripNode } from '#components/ui/flow-strip.tsx'
import { Race } from '#components/ui/race.tsx'
import { Slot } from '#components/ui/slot.tsx'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatPercent } from '#lib/format.ts'
import {
  filesIn,
  inputSlots,
  outputSlots,
  type SlotDocument,
  slotTitle,
  type WorkDataDocument,
} from '#lib/job-facts.ts'
import { hrefOf } from '#lib/siren.ts'
import { FilesLink, StepLink } from '../components/links.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { emptyOutput, useRequiredOutputs } from './required-outputs.ts'
import * as texts from './texts.ts'

/** A job's step between its input and output slots, which are in the server's order. */
export function JobStrip({ job }: { job: JobDocument }) {
  const { State } = job.properties
  const running = State === 'Processing'
  const required = useRequiredOutputs(job)
  const inputs = inputSlots(job).map(
    (slot, index): StripNode => ({
      key: `${index}`,
      node: <InputSlot slot={slot} isMissing={State === 'DataMissing'} />,
      edge: filesIn(slot).length === 0 ? 'waiting' : running ? 'flowing' : 'still',
    }),
  )
  const outputs = outputSlots(job).map(
    (slot, index): StripNode => ({
      key: `${index}`,
      node: <OutputSlot slot={slot} job={job} isRequired={required.includes(slot.properties.Name)} />,
      edge: filesIn(slot).length > 0 ? 'still' : 'waiting',
    }),
  )
  return <FlowStrip inputs={inputs} step={<StepNode job={job} />} outputs={outputs} />
}

function StepNode({ job }: { job: JobDocument }) {
  const { Processing: step, State, Progress, Name } = job.properties
  const running = State === 'Processing'
  const href = hrefOf(job, 'SelectedProcessingStep')
  if (!step)
    return (
      <div className="rounded-lg border border-dashed border-control px-3 py-4 text-ink-2">{texts.noStepChosen}</div>
    )
  const title = <b className="block truncate font-semibold">{step.Title}</b>
  return (
    <div
      className={clsx(
        'rounded-lg border px-3.5 py-3',
        running ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <div className="flex min-w-0 items-center gap-2">
        <StateIcon state={State} />
        {href ? <StepLink href={href}>{title}</StepLink> : title}
      </div>
      <div className="mono-sm mt-1 truncate text-ink-2">
        {step.FunctionName} {step.Version}
      </div>
      {running ? (
        <>
          <div className="mt-3 mb-1 flex text-xs">
            <span className="font-medium">{Progress === null ? texts.working : formatPercent(Progress)}</span>
          </div>
          <Race value={Progress} label={fill(texts.progressOf, Name)} />
        </>
      ) : null}
    </div>
  )
}

function InputSlot({ slot, isMissing }: { slot: SlotDocument; isMissing: boolean }) {
  const files = filesIn(slot)
  const { MediaType, MinSlots = 1 } = slot.properties
  if (files.length === 0) {
    const optional = MinSlots === 0
    return (
      <Slot
        label={slotTitle(slot)}
        name={
          <span className="font-normal text-ink-2">
            {isMissing ? texts.dataMissing : optional ? texts.nothingChosen : texts.chooseData}
          </span>
        }
        icon={<Dashed />}
        facts={slotTypesLabel(MediaType)}
        state={isMissing && !optional ? 'missing' : optional ? 'waiting' : 'empty'}
      />
    )
  }
  return <FilledSlot slot={slot} files={files} />
}

interface OutputSlotProps {
  slot: SlotDocument
  job: JobDocument
  isRequired: boolean
}

function OutputSlot({ slot, job, isRequired }: OutputSlotProps) {
  const files = filesIn(slot)
  if (files.length > 0) return <FilledSlot slot={slot} files={files} />
  const { State } = job.properties
  return (
    <Slot
      label={slotTitle(slot)}
      name={<span className="font-normal">{emptyOutput(State, isRequired)}</span>}
      icon={<Dashed />}
      facts={slot.properties.MediaType ? slotTypesLabel(slot.properties.MediaType) : undefined}
      state="waiting"
    />
  )
}

function FilledSlot({ slot, files }: { slot: SlotDocument; files: readonly WorkDataDocument[] }) {
  const [first] = files
  if (!first) return null
  const size = files.reduce((sum, file) => sum + file.properties.SizeInBytes, 0)
  return (
    <Slot
      label={slotTitle(slot)}
      name={<FilesLink label={slotTitle(slot)} files={files} />}
      icon={<FileTile mediaType={first.properties.MediaType} />}
      facts={formatBytes(size)}
      className={files.length > 1 ? 'shadow-[3px_3px_0_-1px_var(--surface),3px_3px_0_0_var(--line-strong)]' : ''}
    />
  )
}

function Dashed() {
  return (
    <span className="grid size-7 flex-none place-items-center rounded-md bg-tag text-ink-3">
      <CircleDashed className="icon-sm" />
    </span>
  )
}
