import { ownValue } from '@millrace/parameters/pointer'
import type { StepSlot } from '@millrace/workflows/steps'
import { useId } from 'react'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import type { Edit, WorkflowNode } from '../document/draft.ts'
import { chooseFiles } from '../document/edit-edges.ts'
import { sourceText } from '../editor/binding-text.ts'
import { WorkDataField } from '../start/work-data-field.tsx'

interface NodeFilesProps {
  node: WorkflowNode
  slots: readonly StepSlot[]
  titleOf: (node: string) => string
  onEdit: (edit: Edit) => void
}

/** The input slots of a node. Files can be selected. Other sources, such as variables, are only named. */
export function NodeFiles({ node, slots, titleOf, onEdit }: NodeFilesProps) {
  return slots.map((slot) => (
    <SlotFiles
      key={slot.name}
      sources={ownValue(node.inputs, slot.name) ?? []}
      slot={slot}
      titleOf={titleOf}
      onChoose={(hrefs) => onEdit(chooseFiles(node.id, slot.name, hrefs))}
    />
  ))
}

interface SlotFilesProps {
  sources: NonNullable<WorkflowNode['inputs']>[string]
  slot: StepSlot
  titleOf: (node: string) => string
  onChoose: (hrefs: string[]) => void
}

function SlotFiles({ sources, slot, titleOf, onChoose }: SlotFilesProps) {
  const id = useId()
  const hrefs = sources.flatMap(({ workData }) => workData ?? [])
  const others = sources.filter(({ workData }) => workData === undefined)
  const { name, maxSlots } = slot
  return (
    <div className="grid gap-2">
      <span className="flex items-baseline gap-2">
        <span className="font-medium">{name}</span>
        <span className="text-xs text-ink-3">{slotTypesLabel(slot.mediaType)}</span>
      </span>
      {others.map((source) => (
        <p key={JSON.stringify(source)} className="text-ink-2">
          {sourceText(source, titleOf)}
        </p>
      ))}
      {others.length === 0 || hrefs.length > 0 ? (
        <WorkDataField
          hrefs={hrefs}
          onChange={onChoose}
          multiple={maxSlots === null || maxSlots > 1}
          label={name}
          control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
          disabled={false}
          slotType={slot.mediaType}
        />
      ) : null}
    </div>
  )
}
