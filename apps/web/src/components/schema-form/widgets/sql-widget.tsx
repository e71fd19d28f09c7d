import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { WidgetProps } from '@rjsf/utils'
import { useFieldScope, useFormScope } from '#components/schema-form/form-scope.ts'
import { SqlField } from '#components/ui/sql-field.tsx'
import { SqlResult } from './sql-result.tsx'
import { emptyOf } from './text-widgets.tsx'

/** An SQL query, and the tables that it can read. */
export function SqlWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  const { tables, tryQuery } = useFormScope()
  const sql = typeof value === 'string' ? value : ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <SqlField
        control={control}
        value={sql}
        onChange={(text) => onChange(text === '' ? emptyOf(schema as JsonSchema) : text)}
        disabled={disabled ?? false}
        tables={tables}
        marked={tryQuery?.known?.query}
      />
      {tryQuery ? <SqlResult sql={sql} tryQuery={tryQuery} /> : null}
    </div>
  )
}
