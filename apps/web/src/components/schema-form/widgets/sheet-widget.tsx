import type { JsonSchema } from '@millrace/parameters/json-schema'
import { emptyMeaning } from '@millrace/parameters/labels'
import type { WidgetProps } from '@rjsf/utils'
import { sheetsFor } from '#components/schema-form/columns.ts'
import { useFieldScope, useFormScope } from '#components/schema-form/form-scope.ts'
import { fill } from '#lib/fill.ts'
import * as texts from '../texts.ts'
import { NameChoice } from './name-choice.tsx'
import { emptyOf, TextWidget } from './text-widgets.tsx'

/** A sheet of a workbook or a table of a database. A plain text field unless the file has several. */
export function SheetWidget(props: WidgetProps) {
  const { value, onChange, disabled } = props
  const schema = props.schema as JsonSchema
  const { control } = useFieldScope()
  const sheets = sheetsFor(schema, useFormScope().columns)
  if (sheets.length === 0) return <TextWidget {...props} />
  return (
    <NameChoice
      control={control}
      options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
      name={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? emptyOf(schema) : next)}
      disabled={disabled ?? false}
      placeholder={emptyMeaning(schema) ?? fill(texts.available, sheets.length)}
      words={{ show: texts.showSheets, none: texts.noMatchingSheets }}
    />
  )
}
