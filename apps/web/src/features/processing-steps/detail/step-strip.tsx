import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { Layers } from 'lucide-react'
import { FileTile } from '#components/ui/file-icon.tsx'
import { FlowStrip, type StripNode } from '#components/ui/flow-strip.tsx'
import { Slot } from '#components/ui/slot.tsx'
import { firstType, TakesAndMakes } from '#components/ui/slot-kinds.tsx'
import { fewSlotTypesLabel, slotTypesLabel } from '#components/ui/slot-types.ts'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { capitalized } from '#lib/capitalized.ts'
import type { StepDocument } from '../processing-steps.queries.ts'

/** What goes in and what comes out, as empty slots, or in a line where there is little room. */
export function StepStrip({ step }: { step: StepDocument }) {
  const { Title, FunctionName, Version, InputDataSlotSpecification, OutputDataSlotSpecification } = step.properties
  const [inputs, outputs] = [InputDataSlotSpecification ?? [], OutputDataSlotSpecification ?? []]
  return (
    <div className="@container">
      <div className="@xl:hidden">
        <TakesAndMakes inputs={inputs} outputs={outputs} />
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
                <span className="mono-sm block truncate text-ink-2">
                  {FunctionName} {Version}
                </span>
              </span>
            </div>
          }
        />
      </div>
    </div>
  )
}

function node(slot: DataSlotSpecification, isInput: boolean): StripNode {
  return {
    key: slot.Name,
    edge: 'still',
    node: (
      <div title={[slotTypesLabel(slot.MediaType), slot.Description].filter(Boolean).join('\n')}>
        <Slot
          state="waiting"
          label={isInput ? `${slot.Title || slot.Name}${countWords(slot)}` : slot.Title || slot.Name}
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
