import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'

/** A choice between variants of a value: the selector, then the fields of the selected variant. */
export function VariantsTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="grid gap-3 @md/form:col-span-2">
      {selector}
      {optionSchemaField}
    </div>
  )
}
