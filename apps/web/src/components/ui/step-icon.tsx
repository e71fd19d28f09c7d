import { MEDIA } from '@millrace/contracts/media-types'
import type { DataSlotSpecification, ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { Blocks, ChartLine, Combine, FileText, type LucideIcon, Table2 } from 'lucide-react'
import { createElement } from 'react'
import { STEP_ICONS } from './named-icons.ts'

/** The icon that a step names in its manifest, or otherwise an icon for the content of its slots. */
export function StepIcon({ step }: { step: ProcessingStepProperties }) {
  const named = step.Icon ? STEP_ICONS[step.Icon] : undefined
  const icon = named ?? iconOf(step.InputDataSlotSpecification, step.OutputDataSlotSpecification)
  return (
    <span className="grid size-7 flex-none place-items-center rounded-md bg-tag text-ink-2">
      {createElement(icon, { 'aria-hidden': 'true', className: 'icon-sm' })}
    </span>
  )
}

function iconOf(inputs: readonly DataSlotSpecification[], outputs: readonly DataSlotSpecification[]): LucideIcon {
  const makes = (type: string) => outputs.some(({ MediaType }) => MediaType?.includes(type))
  if (makes(MEDIA.plotly) || makes('image/')) return ChartLine
  if (inputs.length > 1 || inputs.some((slot) => slot.IsCollection)) return Combine
  if (makes(MEDIA.text) || makes(MEDIA.html)) return FileText
  return makes(MEDIA.csv) || makes(MEDIA.parquet) ? Table2 : Blocks
}
