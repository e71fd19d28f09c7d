import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { Blocks, Layers } from 'lucide-react'
import { FileTile } from '#components/ui/file-icon.tsx'
import { FlowStrip, type StripNode } from '#components/ui/flow-strip.tsx'
import { Slot } from '#components/ui/slot.tsx'
import { firstType } from '#components/ui/slot-kinds.tsx'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import type { StepDocument } from '../processing-steps.queries.ts'

/** What goes in and what comes out, as empty slots. */
export function StepStrip({ step }: { step: StepDocument }) {
  const { Title, InputDataSlotSpecification, OutputDataSlotSpecification } = step.properties
  return (
    <FlowStrip
      tight
      inputs={(InputDataSlotSpecification ?? []).map((slot) => node(slot, true))}
      outputs={(OutputDataSlotSpecification ?? []).map((slot) => node(slot, false))}
      step={
        <div className="grid min-h-[72px] place-content-center rounded-lg border border-line-strong bg-raised px-4 text-center">
          <span className="flex items-center justify-center gap-2 font-medium">
            <Blocks aria-hidden="true" className="text-ink-2" />
            {Title}
          </span>
        </div>
      }
    />
  )
}

function node(slot: DataSlotSpecification, isInput: boolean): StripNode {
  return {
    key: slot.Name,
    edge: 'still',
    node: (
      <div title={slot.Description}>
        <Slot
          state="waiting"
          label={isInput ? `${slot.Title || slot.Name}${countWords(slot)}` : slot.Title || slot.Name}
          name={<span className="line-clamp-2 whitespace-normal text-ink">{slotTypesLabel(slot.MediaType)}</span>}
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
