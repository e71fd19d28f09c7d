import { isWorkDataVariable } from '@millrace/workflows/variables'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/input.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { randomId } from '#lib/random-id.ts'
import { setTexts } from '../document/draft.ts'
import { nextVariable, setVariable } from '../document/edit-variables.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import * as texts from './texts.ts'
import { VariableEditor } from './variable-editor.tsx'

const TITLE_MAX = 200
const DESCRIPTION_MAX = 10_000

/** Details of the workflow as a whole: title, description, tags and variables. */
export function WorkflowInspector({ editor }: { editor: WorkflowEditor }) {
  const { draft, tags, edit, epoch } = editor
  const variables = Object.entries(draft.variables ?? {})
  const { keyOf, rename } = useVariableKeys()
  const [added, setAdded] = useState<string>()
  const addVariable = () => {
    const name = nextVariable(draft, 'variable')
    edit(setVariable(name, { type: 'string' }))
    setAdded(keyOf(name))
  }
  return (
    <>
      <InspectorSection>
        <h2 className="text-lg font-semibold">{texts.workflow}</h2>
        <p className="mb-3 text-ink-2">{draft.nodes.length === 0 ? texts.addAStepFirst : texts.selectAStep}</p>
        <div className="grid gap-3">
          <TextField
            label={texts.title}
            pointer="/title"
            maxLength={TITLE_MAX}
            value={draft.title}
            onChange={(event) => edit(setTexts({ title: event.target.value }), 'title')}
          />
          <Field label={texts.description} pointer="/description">
            {(control) => (
              <TextArea
                {...control}
                maxLength={DESCRIPTION_MAX}
                value={draft.description ?? ''}
                onChange={(event) => edit(setTexts({ description: event.target.value }), 'description')}
              />
            )}
          </Field>
          <Field label={texts.tags}>
            {(control) => (
              <ChipField control={control} values={tags} onChange={editor.setTags} placeholder={texts.tagOrKeyValue} />
            )}
          </Field>
        </div>
      </InspectorSection>
      <InspectorSection
        title={texts.variables}
        tools={
          <Button size="sm" variant="quiet" icon={<Plus />} onClick={addVariable}>
            {texts.addVariable}
          </Button>
        }
      >
        {variables.length === 0 ? <p className="text-ink-2">{texts.variablesHelp}</p> : null}
        <ul aria-label={texts.variables} className="grid grid-cols-1 gap-2">
          {variables.map(([name, schema]) => (
            <VariableEditor
              key={`${keyOf(name)} ${epoch}`}
              name={name}
              schema={schema}
              isWorkData={isWorkDataVariable(schema)}
              editor={editor}
              isOpen={keyOf(name) === added}
              onRenamed={(next) => rename(name, next)}
            />
          ))}
        </ul>
      </InspectorSection>
    </>
  )
}

/**
 * Keys of the variables’ editors. A renamed variable keeps its key, so that its editor stays open and keeps the focus. A
 * later variable with the old name gets another key.
 */
function useVariableKeys() {
  const [keys, setKeys] = useState<ReadonlyMap<string, string>>(new Map())
  const keyOf = (name: string) => keys.get(name) ?? name
  return {
    keyOf,
    rename: (name: string, next: string) => setKeys(new Map([...keys, [next, keyOf(name)], [name, randomId()]])),
  }
}
