import { type JsonSchema, typeOf } from '@millrace/parameters/json-schema'
import { choicesOf, emptyMeaning } from '@millrace/parameters/labels'
import type { WidgetProps } from '@rjsf/utils'
import { useFieldScope } from '#components/schema-form/form-scope.ts'
import { readNumber } from '#components/schema-form/number-text.ts'
import { ChipFieldBox } from '#components/ui/chip-field-box.tsx'
import * as texts from '../texts.ts'

/** A list of strings or numbers, as chips. */
export function ChipsWidget({ value, onChange, schema, disabled = false }: WidgetProps) {
  const { control } = useFieldScope()
  const items = (schema as JsonSchema).items ?? {}
  const numeric = typeOf(items) === 'number' || typeOf(items) === 'integer'
  const values = Array.isArray(value) ? value.map(String) : []
  return (
    <ChipFieldBox
      control={control}
      values={values}
      disabled={disabled}
      placeholder={values.length === 0 ? texts.typeAndPressEnter : ''}
      onChange={(next) => onChange(numeric ? next.map((text) => readNumber(text)) : next)}
    />
  )
}

/** Chooses several values of a fixed set, as chips. */
export function ChoicesWidget({ value, onChange, schema, disabled = false }: WidgetProps) {
  const { control } = useFieldScope()
  const choices = choicesOf((schema as JsonSchema).items ?? {})
  const options = choices.map((choice) => ({ value: String(choice.value), label: choice.label }))
  const values = Array.isArray(value) ? value.map(String) : []
  return (
    <ChipFieldBox
      control={control}
      values={values}
      options={options}
      disabled={disabled}
      placeholder={leftToChoose(schema as JsonSchema, options.length - values.length, values.length)}
      onChange={(next) => onChange(next.map((text) => choices.find((choice) => String(choice.value) === text)?.value))}
    />
  )
}

/**
 * Returns a placeholder for a field in which several values can be chosen: what the empty field means, if the schema
 * says so, otherwise how many values are left, such as `3 more available`. Empty if none are left.
 */
export function leftToChoose(schema: JsonSchema, left: number, chosen: number): string {
  const empty = chosen === 0 ? emptyMeaning(schema) : undefined
  if (empty) return empty
  return left > 0 ? `${left} ${chosen > 0 ? 'more ' : ''}available` : ''
}
