import type { JsonSchema } from '@millrace/parameters/json-schema'
import { labelOf } from '@millrace/parameters/labels'
import { partsOf, pointerOf, valueAt } from '@millrace/parameters/pointer'
import type { FieldTemplateProps } from '@rjsf/utils'
import { clsx } from 'clsx'
import { type ReactNode, use, useMemo } from 'react'
import { notAppliedReason } from '#components/schema-form/applies.ts'
import { columnsFor, type SlotColumns } from '#components/schema-form/columns.ts'
import { FieldBindingContext } from '#components/schema-form/field-binding.ts'
import { type FieldKind, fieldKind, rangeMark, spansRow } from '#components/schema-form/field-kind.ts'
import { FieldNote, ResetDot } from '#components/schema-form/field-parts.tsx'
import { controlId, FieldScopeContext, useFormScope } from '#components/schema-form/form-scope.ts'
import { sameValue } from '../defaults.ts'

/**
 * One field: provides its control with ids and faults, and adds a frame. The form itself gets no frame, and neither do
 * parts of a field that already has one.
 */
export function FieldTemplate({
  children,
  fieldPathId,
  hidden,
  formData,
  schema: raw,
  label,
  required,
}: FieldTemplateProps) {
  const schema = raw as JsonSchema
  const scope = useFormScope()
  const pointer = pointerOf(fieldPathId.path)
  const isFramed = pointer === '' || use(FieldScopeContext)?.pointer === pointer
  const fault = scope.faults.get(pointer)
  const id = controlId(scope.id, pointer)
  const idle = fault || isFramed || !scope.schema ? undefined : notAppliedReason(schema, scope.schema, scope.value)
  const [name, ...deeper] = partsOf(pointer)
  const bindingOf = use(FieldBindingContext)
  const binding =
    isFramed || name === undefined || deeper.length > 0 ? undefined : bindingOf?.(name, labelOf(schema, label))
  const noteId = (fault ?? idle ?? schema.description) ? `${id}-note` : undefined
  const field = useMemo(() => {
    const invalid = fault ? (true as const) : undefined
    return { pointer, control: { id, 'aria-describedby': noteId, 'aria-invalid': invalid } }
  }, [pointer, id, noteId, fault])

  if (hidden) return null
  const framed = isFramed ? (
    children
  ) : (
    <FieldFrame
      id={id}
      schema={schema}
      label={labelOf(schema, label)}
      fault={fault}
      idle={idle}
      aside={asideOf(schema, scope.columns, required ?? false)}
      tools={binding?.button}
      isBound={binding?.bound !== undefined}
      {...(binding?.bound || sameValue(formData, valueAt(scope.defaults, pointer))
        ? {}
        : { onReset: () => scope.reset(pointer) })}
    >
      {binding?.bound ?? children}
    </FieldFrame>
  )
  return (
    <FieldScopeContext value={field}>
      {isFramed ? (
        framed
      ) : (
        <div
          data-pointer={pointer}
          className={clsx('grid grid-cols-1 content-start gap-1', spansRow(schema) && '@md/form:col-span-2')}
        >
          {framed}
        </div>
      )}
    </FieldScopeContext>
  )
}

interface FieldFrameProps {
  id: string
  schema: JsonSchema
  label: string
  fault: string | undefined
  /** Why the field currently has no effect, if so. The field is then dimmed. */
  idle: string | undefined
  aside: string | undefined
  tools: ReactNode
  isBound: boolean
  onReset?: () => void
  children: ReactNode
}

/** Groups, lists and variants have no reset button, because the fields inside have their own. */
function FieldFrame({ id, schema, label, fault, idle, aside, tools, isBound, onReset, children }: FieldFrameProps) {
  const kind = fieldKind(schema)
  const dot = onReset && !isContainer(kind) ? <ResetDot label={label} onClick={onReset} /> : null
  const note = <FieldNote id={`${id}-note`} fault={fault} help={idle ?? schema.description} />
  const control = (
    <fieldset disabled={idle !== undefined} className={clsx('min-w-0', idle && 'pointer-events-none opacity-50')}>
      {children}
    </fieldset>
  )
  const onLine = kind === 'switch' && !isBound
  const Label = isContainer(kind) || isBound ? 'span' : 'label'
  return (
    <>
      <div className="flex min-h-5 items-center gap-1.5">
        <Label
          {...(Label === 'label' ? { htmlFor: id } : {})}
          className={clsx('max-w-[70%] flex-none font-medium', idle && 'text-ink-3')}
        >
          {label}
        </Label>
        {dot}
        <span dir="auto" title={aside} className="ml-auto min-w-0 truncate text-xs text-ink-3">
          {onLine || isBound ? null : aside}
        </span>
        {onLine ? control : null}
        {tools}
      </div>
      {onLine ? null : control}
      {note}
    </>
  )
}

function isContainer(kind: FieldKind): boolean {
  return ['group', 'list', 'variants'].includes(kind)
}

function asideOf(schema: JsonSchema, known: readonly SlotColumns[], required: boolean): string | undefined {
  const source = known.length > 1 ? columnsFor(schema, known) : undefined
  if (source) return `from ${source.fileName}`
  return rangeMark(schema) ?? (required && schema.default === undefined ? 'required' : undefined)
}
