import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { Layers } from 'lucide-react'
import { FileIcon, FileTile } from '#components/ui/file-icon.tsx'
import { FlowStrip, type StripNode } from '#components/ui/flow-strip.tsx'
import { Slot } from '#components/ui/slot.tsx'
import { firstType } from '#components/ui/slot-kinds.tsx'
import { fewSlotTypesLabel, slotTypesLabel } from '#components/ui/slot-types.ts'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { capitalized } from '#lib/capitalized.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

interface SlotLinesProps {
  label: string
  slots: readonly DataSlotSpecification[]
  isInput?: boolean
}

/** Shows the inputs and outputs as empty slots around the step or, if there is little room, as lines of text. */
export function StepStrip({ step }: { step: StepDocument }) {
  const { Title, InputDataSlotSpecification, OutputDataSlotSpecification } = step.properties
  const [inputs, outputs] = [InputDataSlotSpecification ?? [], OutputDataSlotSpecification ?? []]
  return (
    <div className="@container">
      <div className="@xl:hidden">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <SlotLines label={inputs.length === 1 ? texts.input : texts.inputs} slots={inputs} isInput />
          <SlotLines label={outputs.length === 1 ? texts.output : texts.outputs} slots={outputs} />
        </dl>
      </div>
      <div className="@max-xl:hidden">
        <FlowStrip
          tight
          inputs={inputs.map((slot) => node(slot, true))}
          outputs={outputs.map((slot) => node(slot, false))}
          step={
            <div className="flex min-h-[72px] items-center gap-2.5 rounded-lg border border-line-strong bg-raised px-3 py-1.5">
              <StepIcon step={step.properties} />
              <span className="min-w-0 truncate font-medium">{Title}</span>
            </div>
          }
        />
      </div>
    </div>
  )
}

function SlotLines({ label, slots, isInput = false }: SlotLinesProps) {
  if (slots.length === 0) return null
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd>
        <ul className="grid gap-1.5">
          {slots.map((slot) => (
            <SlotLine key={slot.Name} slot={slot} isInput={isInput} />
          ))}
        </ul>
      </dd>
    </>
  )
}

function SlotLine({ slot, isInput }: { slot: DataSlotSpecification; isInput: boolean }) {
  const title = slot.Title || slot.Name
  const types = capitalized(fewSlotTypesLabel(slot.MediaType))
  return (
    <li className="flex min-w-0 items-center gap-1.5" title={slot.Description ?? undefined}>
      <span className="flex-none text-ink-3">
        {slot.IsCollection ? <Layers className="icon-sm" /> : <FileIcon mediaType={firstType(slot)} />}
      </span>
      <span className="flex-none font-medium">{isInput ? `${title}${countText(slot)}` : title}</span>
      {title === types ? null : <span className="min-w-0 truncate text-xs text-ink-3">{types}</span>}
    </li>
  )
}

function labelOf(slot: DataSlotSpecification, isInput: boolean): string {
  const title = slot.Title || slot.Name
  if (isInput) return `${title}${countText(slot)}`
  // A title that only repeats the type of the data is replaced.
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
                <Layers className="icon-sm" />
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

function countText({ MinSlots, MaxSlots }: DataSlotSpecification): string {
  if (MaxSlots === 1) return MinSlots === 0 ? ' · optional' : ''
  if (MaxSlots === null) return MinSlots > 1 ? ` · ${MinSlots} or more` : ' · any number'
  return ` · ${MinSlots} to ${MaxSlots}`
}
