import { Combobox } from '@base-ui/react/combobox'
import type { ColumnKind, PreviewColumn } from '@millrace/contracts/previews'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { emptyMeaning } from '@millrace/parameters/words'
import type { WidgetProps } from '@rjsf/utils'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { columnsFor } from '#components/schema-form/columns.ts'
import { useFieldScope, useFormScope } from '#components/schema-form/form-scope.ts'
import { ChipFieldBox } from '#components/ui/chip-field-box.tsx'
import { fieldFrame, Input } from '#components/ui/input.tsx'
import { type ListOption, OptionList } from '#components/ui/option-list.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from '../texts.ts'
import { leftToChoose } from './chip-widgets.tsx'
import { emptyOf } from './text-widgets.tsx'

const KIND_WORDS: Record<ColumnKind, string> = {
  number: 'number',
  text: 'text',
  time: 'time',
  boolean: 'yes or no',
  other: '',
}

/** The name of a column, completed from the chosen file; plain text unless all columns of a file are known. */
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
    <Combobox.Root
      autoHighlight
      items={options.map((option) => option.value)}
      value={name === '' ? null : name}
      onValueChange={(next: string | null) => change(next ?? '')}
      disabled={disabled ?? false}
    >
      <Combobox.InputGroup className={clsx(fieldFrame, 'h-8 pr-1 pl-2.5 touch:h-11')}>
        <Combobox.Input
          {...control}
          placeholder={placeholderOf(schema as JsonSchema, options.length)}
          className={clsx(
            'h-full w-full min-w-0 flex-1 bg-transparent outline-none',
            name !== '' && 'font-mono text-xs',
          )}
        />
        <Combobox.Trigger
          aria-label={texts.showColumns}
          className="grid size-6 flex-none place-items-center text-ink-3"
        >
          <ChevronDown aria-hidden="true" className="icon-sm" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <OptionList options={options} mono empty={texts.noMatchingColumns} />
    </Combobox.Root>
  )
}

function placeholderOf(schema: JsonSchema, options: number): string {
  if (options === 0) return texts.noSuitableColumn
  return emptyMeaning(schema) ?? fill(texts.available, options)
}

/** Several columns as chips. */
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
