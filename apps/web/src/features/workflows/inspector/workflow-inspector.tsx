import { isWorkDataVariable } from '@millrace/workflows/variables'
import { Plus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, TextArea } from '#components/ui/input.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { setTexts } from '../document/draft.ts'
import { nextVariable, setVariable } from '../document/edit-variables.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { VariableEditor } from './variable-editor.tsx'

interface WorkflowInspectorProps {
  editor: WorkflowEditor
  tags: readonly string[]
  onTags: (tags: readonly string[]) => void
}

const TITLE_MAX = 200
const DESCRIPTION_MAX = 10_000

/** The workflow as a whole: title, description, tags and variables. */
export function WorkflowInspector({ editor, tags, onTags }: WorkflowInspectorProps) {
  const { draft, edit, epoch } = editor
  const variables = Object.entries(draft.variables ?? {})
  return (
    <>
      <InspectorSection title="Workflow">
        <div className="grid gap-3">
          <Field label="Title">
            {(control) => (
              <Input
                {...control}
                maxLength={TITLE_MAX}
                value={draft.title}
                onChange={(event) => edit(setTexts({ title: event.target.value }), 'title')}
              />
            )}
          </Field>
          <Field label="Description">
            {(control) => (
              <TextArea
                {...control}
                maxLength={DESCRIPTION_MAX}
                value={draft.description ?? ''}
                onChange={(event) => edit(setTexts({ description: event.target.value }), 'description')}
              />
            )}
          </Field>
          <Field label="Tags">
            {(control) => (
              <ChipField control={control} values={tags} onChange={onTags} placeholder="Tag or key=value" />
            )}
          </Field>
        </div>
      </InspectorSection>
      <InspectorSection
        title="Variables"
        tools={
          <Button
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden="true" />}
            onClick={() => edit(setVariable(nextVariable(draft, 'variable'), { type: 'string' }))}
          >
            Add variable
          </Button>
        }
      >
        {variables.length === 0 ? (
          <p className="text-ink-2">
            Variables get their values when the workflow starts. Use them for data and parameters.
          </p>
        ) : null}
        <ul aria-label="Variables" className="grid gap-2">
          {variables.map(([name, schema]) => (
            <VariableEditor
              key={`${name} ${epoch}`}
              name={name}
              schema={schema}
              isWorkData={isWorkDataVariable(schema)}
              editor={editor}
            />
          ))}
        </ul>
      </InspectorSection>
    </>
  )
}
