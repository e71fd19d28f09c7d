import { ArrowRight } from 'lucide-react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { formatBytes } from '#lib/format.ts'
import { filesIn, inputSlots, outputSlots, type SlotDocument, slotTitle } from '#lib/job-facts.ts'
import { hrefOf } from '#lib/siren.ts'
import { FilesLink, StepLink } from '../components/links.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { emptyOutput, useRequiredOutputs } from './required-outputs.ts'
import * as texts from './texts.ts'

/** The inputs, step and outputs of a completed job in one line, so that the results come first on the page. */
export function JobLine({ job }: { job: JobDocument }) {
  const { Processing: step } = job.properties
  const href = hrefOf(job, 'SelectedProcessingStep')
  const inputs = inputSlots(job).filter((slot) => filesIn(slot).length > 0)
  const required = useRequiredOutputs(job)
  const outputs = shownOutputs(outputSlots(job), required)
  return (
    <div className="flex items-center gap-x-3 gap-y-1.5 phone:flex-col phone:items-start">
      <Ends label={texts.input} slots={inputs} />
      <div className="flex max-w-full flex-none items-center gap-x-3 text-ink-2 phone:gap-x-1.5">
        {inputs.length > 0 ? <Arrow /> : null}
        {step ? (
          <span className="flex min-w-0" title={`${step.FunctionName} ${step.Version}`}>
            {href ? <StepLink href={href}>{step.Title}</StepLink> : step.Title}
          </span>
        ) : null}
      </div>
      {outputs.length > 0 ? (
        // On a phone, the icons of outputs are hidden, so that all names are left-aligned.
        <div className="flex max-w-full min-w-0 items-center gap-x-3 phone:gap-x-1.5 phone:[&_li>span.flex]:hidden">
          <Arrow />
          <Ends label={texts.output} slots={outputs} required={required} />
        </div>
      ) : null}
    </div>
  )
}

function shownOutputs(slots: SlotDocument[], required: readonly string[]): SlotDocument[] {
  const shown = slots.filter((slot) => filesIn(slot).length > 0 || required.includes(slot.properties.Name))
  return shown.length > 0 ? shown : slots
}

interface EndsProps {
  label: string
  slots: readonly SlotDocument[]
  required?: readonly string[]
}

function Ends({ label, slots, required = [] }: EndsProps) {
  if (slots.length === 0) return null
  return (
    <ul aria-label={label} className="flex max-w-full min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5">
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no ids and keep their order
        <li key={index} className="flex min-w-0 items-center gap-1.5" title={slotTitle(slot)}>
          <End slot={slot} isRequired={required.includes(slot.properties.Name)} />
        </li>
      ))}
    </ul>
  )
}

function End({ slot, isRequired }: { slot: SlotDocument; isRequired: boolean }) {
  const files = filesIn(slot)
  const [first] = files
  if (!first) {
    return (
      <span className="text-ink-3">
        {slotTitle(slot)}: {emptyOutput('Completed', isRequired)}
      </span>
    )
  }
  const size = files.reduce((sum, file) => sum + file.properties.SizeInBytes, 0)
  return (
    <>
      <span className="flex text-ink-3">
        <FileIcon mediaType={first.properties.MediaType} />
      </span>
      <span className="min-w-0 font-medium">
        <FilesLink label={slotTitle(slot)} files={files} />
      </span>
      <span className="flex-none text-xs text-ink-3 lg:max-xl:hidden">{formatBytes(size)}</span>
    </>
  )
}

function Arrow() {
  return <ArrowRight className="icon-sm my-[3px] flex-none text-ink-3" />
}
