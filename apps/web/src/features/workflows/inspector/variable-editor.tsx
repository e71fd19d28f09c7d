import { prepareSchema } from '@millrace/parameters/json-schema'
import { pointerOf } from '@millrace/parameters/pointer'
import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { removeVariable, renameVariable, setVariable, type VariableSchema } from '../document/edit-variables.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { renderWorkDataField } from '../start/work-data-field.tsx'
import { NameField } from './name-field.tsx'
import * as texts from './texts.ts'
import { changedKind, kindOfVariable, VARIABLE_KINDS, type VariableKind } from './variable-kinds.ts'

interface VariableEditorProps {
  name: string
  schema: VariableSchema
  isWorkData: boolean
  editor: WorkflowEditor
  /** Whether the details are initially shown. */
  isOpen?: boolean
  onRenamed?: (next: string) => void
}

export function VariableEditor({ name, schema, isWorkData, editor, isOpen = false, onRenamed }: VariableEditorProps) {
  const { draft, edit } = editor
  const kind = kindOfVariable(schema)
  const set = (next: VariableSchema, topic?: string) => edit(setVariable(name, next), topic && `${name} ${topic}`)
  const { title } = schema
  const pointer = pointerOf(['variables', name])
  return (
    <li className="rounded-md border border-line">
      <details open={isOpen} className="group/variable">
        <summary className="flex h-9 cursor-pointer list-none items-center gap-2 px-2 touch:h-11">
          <ChevronRight className="icon-sm flex-none text-ink-3 transition-transform group-open/variable:rotate-90" />
          <span className="mono-sm min-w-0 flex-1 truncate">{name}</span>
          <span className="flex-none text-xs text-ink-3">{kind ? VARIABLE_KINDS[kind].label : texts.customSchema}</span>
        </summary>
        <div data-pointer={pointer} className="grid gap-3 border-t border-line px-3 py-3">
          <NameField
            label={texts.name}
            value={name}
            taken={Object.keys(draft.variables ?? {})}
            onChange={(next) => {
              edit(renameVariable(name, next))
              onRenamed?.(next)
              if (isWorkData) editor.select({ keys: [] })
            }}
          />
          <Field label={texts.type}>
            {(control) => (
              <Select<VariableKind>
                {...control}
                value={kind ?? null}
                placeholder={texts.customSchema}
                onChange={(next) => set(changedKind(schema, next))}
                options={Object.entries(VARIABLE_KINDS).map(([value, { label }]) => ({
                  value: value as VariableKind,
                  label,
                }))}
              />
            )}
          </Field>
          <TextField
            label={texts.title}
            value={typeof title === 'string' ? title : ''}
            placeholder={name}
            onChange={({ target }) => set(withKey(schema, 'title', target.value || undefined), 'title')}
          />
          {kind === 'choice' ? (
            <Field label={texts.choices} pointer={`${pointer}/enum`}>
              {(control) => (
                <ChipField
                  control={control}
                  values={(schema.enum as unknown[]).map(String)}
                  onChange={(values) => set({ ...schema, enum: values })}
                />
              )}
            </Field>
          ) : null}
          <div data-pointer={`${pointer}/default`}>
            <DefaultField schema={schema} onChange={(value) => set(withKey(schema, 'default', value), 'default')} />
          </div>
          <Button size="sm" variant="danger" className="justify-self-start" onClick={() => edit(removeVariable(name))}>
            {texts.removeVariable}
          </Button>
        </div>
      </details>
    </li>
  )
}

/** Uses the same control as the variable itself. */
function DefaultField({ schema, onChange }: { schema: VariableSchema; onChange: (value: unknown) => void }) {
  const { default: value, title: _title, ...field } = schema
  const text = JSON.stringify(field)
  const prepared = useMemo(
    () =>
      prepareSchema({
        type: 'object',
        properties: { default: { ...(JSON.parse(text) as object), title: texts.defaultLabel } },
        additionalProperties: false,
      }),
    [text],
  )
  const form = useParameterForm({
    schema: prepared,
    value: value === undefined ? {} : { default: value },
    defaults: {},
    onChange: (next) => onChange(next.default),
  })
  return (
    <WorkDataFieldContext value={renderWorkDataField}>
      <SchemaForm form={form} />
    </WorkDataFieldContext>
  )
}

function withKey(schema: VariableSchema, key: string, value: unknown): VariableSchema {
  const { [key]: _before, ...rest } = schema
  return value === undefined ? rest : { ...rest, [key]: value as VariableSchema[string] }
}
