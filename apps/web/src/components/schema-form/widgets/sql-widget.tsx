import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { WidgetProps } from '@rjsf/utils'
import { useFieldScope, useFormScope } from '#components/schema-form/form-scope.ts'
import { SqlField } from '#components/ui/sql-field.tsx'
import { emptyOf } from './text-widgets.tsx'

/** A query, with the tables it can read. */
export function SqlWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  const { tables } = useFormScope()
  return (
    <SqlField
      control={control}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? emptyOf(schema as JsonSchema) : text)}
      disabled={disabled ?? false}
      tables={tables}
    />
  )
}
