import type { JsonSchema } from '@millrace/parameters/json-schema'
import Form from '@rjsf/core/lib/components/Form.js'
import type { RJSFSchema } from '@rjsf/utils'
import { useMemo } from 'react'
import type { Parameters } from './defaults.ts'
import { FormScopeContext } from './form-scope.ts'
import { JsonField } from './json-field.tsx'
import { rjsfValidator } from './rjsf-validator.ts'
import { ArrayItemTemplate, ArrayTemplate } from './templates/array-template.tsx'
import { FieldTemplate } from './templates/field-template.tsx'
import { ObjectTemplate } from './templates/object-template.tsx'
import { VariantsTemplate } from './templates/variants-template.tsx'
import { uiSchemaOf } from './ui-schema.ts'
import type { ParameterForm } from './use-parameter-form.ts'
import { ChipsWidget, ChoicesWidget } from './widgets/chip-widgets.tsx'
import { SegmentedWidget, SelectWidget, SwitchWidget, VariantWidget } from './widgets/choice-widgets.tsx'
import { ColumnsWidget, ColumnWidget } from './widgets/column-widgets.tsx'
import { NumberWidget, SliderWidget } from './widgets/number-widgets.tsx'
import { SheetWidget } from './widgets/sheet-widget.tsx'
import { SqlWidget } from './widgets/sql-widget.tsx'
import { DateTimeWidget, LongTextWidget, TextWidget, TimeWidget } from './widgets/text-widgets.tsx'
import { WorkDataWidget } from './widgets/work-data-widget.tsx'

const WIDGETS = {
  switch: SwitchWidget,
  segmented: SegmentedWidget,
  select: SelectWidget,
  number: NumberWidget,
  slider: SliderWidget,
  text: TextWidget,
  'long-text': LongTextWidget,
  sql: SqlWidget,
  date: TextWidget,
  'date-time': DateTimeWidget,
  time: TimeWidget,
  color: TextWidget,
  column: ColumnWidget,
  columns: ColumnsWidget,
  sheet: SheetWidget,
  choices: ChoicesWidget,
  chips: ChipsWidget,
  'work-data': WorkDataWidget,
  variant: VariantWidget,
}

const TEMPLATES = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  MultiSchemaFieldTemplate: VariantsTemplate,
}

const FIELDS = { json: JsonField }

const DEFAULTS = {
  emptyObjectFields: 'skipEmptyDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'always',
} as const

/** The rendered form. rjsf walks the schema and the data; this component supplies controls, templates and faults. */
export default function RenderedForm({
  form,
  schema,
  sought,
}: {
  form: ParameterForm
  schema: JsonSchema
  sought: string
}) {
  const uiSchema = useMemo(() => ({ ...uiSchemaOf(schema), 'ui:submitButtonOptions': { norender: true } }), [schema])
  return (
    <FormScopeContext value={{ ...form, faults: form.shown, sought }}>
      <Form<Parameters, RJSFSchema>
        tagName="div"
        idPrefix={form.id}
        schema={schema as RJSFSchema}
        uiSchema={uiSchema}
        formData={form.value}
        validator={rjsfValidator}
        widgets={WIDGETS}
        templates={TEMPLATES}
        fields={FIELDS}
        noValidate
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={DEFAULTS}
        onChange={({ formData }) => form.onChange(formData ?? {})}
      >
        {null}
      </Form>
    </FormScopeContext>
  )
}
