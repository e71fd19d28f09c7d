import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Layers } from 'lucide-react'
import { FileIcon, FileTile } from '#components/ui/file-icon.tsx'
import { FlowStrip, type StripNode } from '#components/ui/flow-strip.tsx'
import { Slot } from '#components/ui/slot.tsx'
import { firstType } from '#components/ui/slot-kinds.tsx'
import { fewSlotTypesLabel, slotTypesLabel } from '#components/ui/slot-types.ts'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { capitalized } from '#lib/capitalized.ts'
import { fill } from '#lib/fill.ts'
import { formatTook } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import { medianMs, stepJobsQuery } from './step-jobs.queries.ts'
import * as texts from './texts.ts'

/** What goes in and what comes out, as empty slots, or as lines where there is little room. */
export function StepStrip({ step }: { step: StepDocument }) {
  const { Title, InputDataSlotSpecification, OutputDataSlotSpecification } = step.properties
  const [inputs, outputs] = [InputDataSlotSpecification ?? [], OutputDataSlotSpecification ?? []]
  return (
    <div className="@container">
      <div className="@xl:hidden">
        <ul className="grid gap-1.5">
          {inputs.map((slot) => (
            <SlotLine key={slot.Name} slot={slot} isInput />
          ))}
          {outputs.map((slot) => (
            <SlotLine key={slot.Name} slot={slot} />
          ))}
        </ul>
      </div>
      <div className="@max-xl:hidden">
        <FlowStrip
          tight
          inputs={inputs.map((slot) => node(slot, true))}
          outputs={outputs.map((slot) => node(slot, false))}
          step={
            <div className="flex min-h-[72px] items-center gap-2.5 rounded-lg border border-line-strong bg-raised px-3 py-1.5">
              <StepIcon step={step.properties} />
              <span className="min-w-0">
                <span className="block truncate font-medium">{Title}</span>
                <MedianTime href={selfHref(step)} />
              </span>
            </div>
          }
        />
      </div>
    </div>
  )
}

/** How long the step usually takes, once jobs of it completed. */
function MedianTime({ href }: { href: string }) {
  const { data } = useQuery(stepJobsQuery(href))
  const typical = data && medianMs(data.jobs)
  if (typical === undefined) return null
  return <span className="block truncate text-xs text-ink-2">{fill(texts.medianShort, formatTook(typical))}</span>
}

/** Outputs have an arrow before them. */
function SlotLine({ slot, isInput = false }: { slot: DataSlotSpecification; isInput?: boolean }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5" title={slot.Description ?? undefined}>
      {isInput ? null : <ArrowRight aria-label={texts.output} className="icon-sm flex-none text-ink-3" />}
      <span className="flex-none text-ink-3">
        {slot.IsCollection ? (
          <Layers aria-hidden="true" className="icon-sm" />
        ) : (
          <FileIcon mediaType={firstType(slot)} />
        )}
      </span>
      <span className="flex-none font-medium">{labelOf(slot, isInput)}</span>
      <span className="min-w-0 truncate text-xs text-ink-3">{capitalized(fewSlotTypesLabel(slot.MediaType))}</span>
    </li>
  )
}

function labelOf(slot: DataSlotSpecification, isInput: boolean): string {
  const title = slot.Title || slot.Name
  if (isInput) return `${title}${countWords(slot)}`
  // A slot that is called as what it holds.
  return title === capitalized(fewSlotTypesLabel(slot.MediaType)) ? texts.output : title
}

function node(slot: DataSlotSpecification, isInput: boolean): StripNode {
  return {
    key: slot.Name,
    edge: 'still',
    node: (
      <div title={[slotTypesLabel(slot.MediaType), slot.Description].filter(Boolean).join('\n')}>
        <Slot
          state="waiting"
          label={labelOf(slot, isInput)}
          name={
            <span className="line-clamp-2 whitespace-normal text-ink">
              {capitalized(fewSlotTypesLabel(slot.MediaType))}
            </span>
          }
          icon={
            slot.IsCollection ? (
              <span className="grid size-7 flex-none place-items-center rounded-md bg-tag text-ink-2">
                <Layers aria-hidden="true" className="icon-sm" />
              </span>
            ) : (
              <FileTile mediaType={firstType(slot)} />
            )
          }
        />
      </div>
    ),
  }
}

function countWords({ MinSlots, MaxSlots }: DataSlotSpecification): string {
  if (MaxSlots === 1) return MinSlots === 0 ? ' · optional' : ''
  if (MaxSlots === null) return MinSlots > 1 ? ` · ${MinSlots} or more` : ' · any number'
  return ` · ${MinSlots} to ${MaxSlots}`
}
