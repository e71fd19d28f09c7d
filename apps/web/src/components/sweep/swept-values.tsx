import { use } from 'react'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { Input, TextArea } from '#components/ui/input.tsx'
import { isPerLine, type SweptKind } from '#lib/sweep-values.ts'
import * as texts from './texts.ts'

interface SweptValuesProps {
  kind: SweptKind
  /** What `readValues` reads. */
  text: string
  onChange: (text: string) => void
  label: string
  id?: string
  describedBy?: string | undefined
  invalid?: boolean
}

/** The values of one swept parameter: files to choose, JSON by line, or a list. */
export function SweptValues({ kind, text, onChange, label, id, describedBy, invalid = false }: SweptValuesProps) {
  const workDataField = use(WorkDataFieldContext)
  const control = { id, 'aria-describedby': describedBy, 'aria-invalid': invalid ? (true as const) : undefined }
  if (kind === 'work-data' && workDataField) {
    return workDataField({
      hrefs: text.split('\n').filter(Boolean),
      onChange: (hrefs) => onChange(hrefs.join('\n')),
      multiple: true,
      label,
      control: { ...control, id: id ?? '' },
      disabled: false,
    })
  }
  const shared = { ...control, 'aria-label': label, value: text, className: 'min-w-0 flex-1' }
  if (isPerLine(kind)) {
    return (
      <TextArea
        {...shared}
        spellCheck={false}
        placeholder={kind === 'json' ? texts.jsonPlaceholder : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <Input
      {...shared}
      placeholder={kind === 'string' ? texts.textsPlaceholder : texts.numbersPlaceholder}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** How values of a kind are written. */
export function helpFor(kind: SweptKind): string {
  if (kind === 'json') return texts.jsonHelp
  if (kind === 'work-data') return texts.workDataHelp
  return kind === 'string' ? texts.textsHelp : texts.numbersHelp
}
