import { type JsonSchema, typeOf } from '@millrace/parameters/json-schema'
import { partsOf } from '@millrace/parameters/pointer'
import type { WidgetProps } from '@rjsf/utils'
import { use } from 'react'
import { useFieldScope } from '#components/schema-form/form-scope.ts'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { ChipsWidget } from './chip-widgets.tsx'
import { emptyOf, TextWidget } from './text-widgets.tsx'

/** One or several items of work data. The value is a URL, or a list of URLs. */
export function WorkDataWidget(props: WidgetProps) {
  const { value, onChange, label, disabled } = props
  const schema = props.schema as JsonSchema
  const { control, pointer } = useFieldScope()
  const renderField = use(WorkDataFieldContext)
  const multiple = typeOf(schema) === 'array'
  if (!renderField) return multiple ? <ChipsWidget {...props} /> : <TextWidget {...props} />
  const hrefs = (Array.isArray(value) ? value : [value]).filter((href): href is string => typeof href === 'string')
  return renderField({
    name: partsOf(pointer)[0],
    hrefs,
    onChange: (next) => onChange(multiple ? next : (next[0] ?? emptyOf(schema))),
    multiple,
    label,
    control,
    disabled: disabled ?? false,
  })
}
