import type { Choice } from '@millrace/parameters/labels'
import { Suspense, use } from 'react'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Input, TextArea } from '#components/ui/input.tsx'
import { isPerLine, listOf, readValues, type SweptKind } from '#lib/sweep-values.ts'
import * as texts from './texts.ts'

interface SweptValuesProps {
  kind: SweptKind
  choices?: readonly Choice[] | undefined
  /** Values in the format that `readValues` parses. */
  text: string
  onChange: (text: string) => void
  label: string
  id?: string
  describedBy?: string | undefined
  invalid?: boolean
}

/** Edits the values of one swept parameter: files or choices to select, one value per line, or a list. */
export function SweptValues(props: SweptValuesProps) {
  const { kind, choices, text, onChange, label, id, describedBy, invalid = false } = props
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
  if (choices) return <Choices {...props} choices={choices} />
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

/** Maximum number of checkboxes. With more choices, values are found by typing. */
const BOXES_MAX = 12

/** Values that the schema no longer lists come first. */
function Choices({
  kind,
  choices,
  text,
  onChange,
  label,
  id,
  describedBy,
  invalid = false,
}: SweptValuesProps & { choices: readonly Choice[] }) {
  const read = readValues(text, kind)
  const chosen = 'values' in read ? read.values : []
  const listed = choices.map(({ value }) => value)
  const choose = (next: readonly unknown[]) => {
    const others = next.filter((value) => !listed.includes(value))
    onChange(listOf([...others, ...listed.filter((value) => next.includes(value))], kind))
  }
  const control = { id, 'aria-describedby': describedBy, 'aria-invalid': invalid ? (true as const) : undefined }
  if (choices.length > BOXES_MAX) {
    return (
      <Suspense>
        <div className="min-w-0 flex-1">
          <ChipField
            control={{ ...control, 'aria-label': label }}
            values={chosen.map(String)}
            options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
            onChange={(next) =>
              choose(
                [...chosen, ...listed].filter(
                  (value, at, all) => next.includes(String(value)) && all.indexOf(value) === at,
                ),
              )
            }
          />
        </div>
      </Suspense>
    )
  }
  return (
    <fieldset
      id={id}
      aria-describedby={describedBy}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5"
    >
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label: word }) => (
        <Checkbox
          key={String(value)}
          checked={chosen.includes(value)}
          aria-invalid={control['aria-invalid']}
          onChange={({ target }) =>
            choose(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        >
          {word}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** Returns help on how to enter values of a kind. */
export function helpFor(kind: SweptKind, isChosen = false): string {
  if (isChosen) return texts.choicesHelp
  if (kind === 'json') return texts.jsonHelp
  if (kind === 'work-data') return texts.workDataHelp
  return kind === 'string' ? texts.textsHelp : texts.numbersHelp
}
