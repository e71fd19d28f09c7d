import type { JsonSchema } from '@millrace/parameters/json-schema'
import { choicesOf } from '@millrace/parameters/labels'
import { sameJson } from '@millrace/parameters/pointer'
import type { WidgetProps } from '@rjsf/utils'
import { useFieldScope } from '#components/schema-form/form-scope.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { Switch } from '#components/ui/switch.tsx'

/** Chooses one of up to four values. Choices are identified by index, because values may be of any type. */
export function SegmentedWidget({ value, onChange, schema, label }: WidgetProps) {
  const { control } = useFieldScope()
  const choices = choicesOf(schema as JsonSchema)
  const chosen = choices.findIndex((choice) => sameJson(choice.value, value))
  return (
    <Segmented
      id={control.id}
      label={label}
      value={String(chosen)}
      onChange={(index) => onChange(choices[Number(index)]?.value)}
      choices={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
    />
  )
}

/** Chooses one of many values from a list. */
export function SelectWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  const choices = choicesOf(schema as JsonSchema)
  const chosen = choices.findIndex((choice) => sameJson(choice.value, value))
  return (
    <Select
      {...control}
      value={chosen < 0 ? null : String(chosen)}
      onChange={(index) => onChange(choices[Number(index)]?.value)}
      options={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
      disabled={disabled ?? false}
    />
  )
}

export function SwitchWidget({ value, onChange, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  return (
    <Switch
      {...control}
      checked={value === true}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** Chooses the variant of a value: with joined buttons for up to four variants, otherwise from a list. */
export function VariantWidget({ value, onChange, options, label }: WidgetProps) {
  const choices = (options.enumOptions ?? []).map((option) => ({ value: String(option.value), label: option.label }))
  const chosen = value === undefined ? '' : String(value)
  if (choices.length <= 4) return <Segmented label={label} value={chosen} onChange={onChange} choices={choices} />
  return <Select aria-label={label} value={chosen || null} onChange={onChange} options={choices} />
}
