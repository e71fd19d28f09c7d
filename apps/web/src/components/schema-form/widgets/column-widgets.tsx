import type { ColumnKind, PreviewColumn } from '@millrace/contracts/previews'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { emptyMeaning } from '@millrace/parameters/labels'
import type { WidgetProps } from '@rjsf/utils'
import { columnsFor } from '#components/schema-form/columns.ts'
import { useFieldScope, useFormScope } from '#components/schema-form/form-scope.ts'
import { ChipFieldBox } from '#components/ui/chip-field-box.tsx'
import { Input } from '#components/ui/input.tsx'
import type { ListOption } from '#components/ui/option-list.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from '../texts.ts'
import { leftToChoose } from './chip-widgets.tsx'
import { NameChoice } from './name-choice.tsx'
import { emptyOf } from './text-widgets.tsx'

const KIND_WORDS: Record<ColumnKind, string> = {
  number: 'number',
  text: 'text',
  time: 'time',
  boolean: 'yes or no',
  other: '',
}

/** A column name with suggestions from the chosen file. A plain text field unless all columns of the file are known. */
export function ColumnWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  const source = columnsFor(schema as JsonSchema, useFormScope().columns)
  const name = typeof value === 'string' ? value : ''
  const change = (next: string) => onChange(next === '' ? emptyOf(schema as JsonSchema) : next)
  if (!source || source.hasMore) {
    return (
      <Input
        {...control}
        value={name}
        disabled={disabled}
        spellCheck={false}
        placeholder={texts.columnName}
        className="font-mono text-xs"
        onChange={(event) => change(event.target.value)}
      />
    )
  }
  const options = source.columns.map(optionOf)
  return (
    <NameChoice
      control={control}
      options={options}
      name={name}
      onChange={change}
      disabled={disabled ?? false}
      placeholder={placeholderOf(schema as JsonSchema, options.length)}
      words={{ show: texts.showColumns, none: texts.noMatchingColumns }}
    />
  )
}

function placeholderOf(schema: JsonSchema, options: number): string {
  if (options === 0) return texts.noSuitableColumn
  return emptyMeaning(schema) ?? fill(texts.available, options)
}

/** Chooses several columns of the chosen file, as chips. */
export function ColumnsWidget({ value, onChange, schema, disabled = false }: WidgetProps) {
  const { control } = useFieldScope()
  const source = columnsFor(schema as JsonSchema, useFormScope().columns)
  const values = Array.isArray(value) ? value.map(String) : []
  const left = source?.columns.filter((column) => !values.includes(column.Name)).length ?? 0
  return (
    <ChipFieldBox
      mono
      control={control}
      values={values}
      disabled={disabled}
      onChange={(next) => onChange(next)}
      placeholder={
        source ? leftToChoose(schema as JsonSchema, left, values.length) : texts.typeAColumnNameAndPressEnter
      }
      {...(source && !source.hasMore ? { options: source.columns.map(optionOf) } : {})}
    />
  )
}

function optionOf(column: PreviewColumn): ListOption {
  return {
    value: column.Name,
    label: column.Name,
    meta: column.AlmostKind ? `nearly all ${KIND_WORDS[column.AlmostKind]}s` : KIND_WORDS[column.Kind],
  }
}
