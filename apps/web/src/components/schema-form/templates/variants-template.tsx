import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'

/** A choice between shapes: the selector, then the fields of the shape that was chosen. */
export function VariantsTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="grid gap-3 @md/form:col-span-2">
      {selector}
      {optionSchemaField}
    </div>
  )
}
