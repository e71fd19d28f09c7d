import { linkedWorkflow } from '@millrace/workflows/workflow-step'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Field } from '#components/ui/field.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { idsOf } from '../document/draft.ts'
import { outputName, patchNode, renameNode, toggleOutput } from '../document/edit-nodes.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { StepTrial } from '../trial/step-trial.tsx'
import { NameField } from './name-field.tsx'
import { NodeInputs } from './node-inputs.tsx'
import { NodeJson } from './node-json.tsx'
import { NodeParameters } from './node-parameters.tsx'
import { NodeRuns } from './node-runs.tsx'
import * as texts from './texts.ts'
import { WorkflowVersion } from './workflow-version.tsx'

interface NodeInspectorProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

export function NodeInspector({ editor, node }: NodeInspectorProps) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const { draft, steps, edit, faults } = editor
  const place = `/nodes/${draft.nodes.indexOf(node)}`
  const own = faults.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`))
  const step = steps.stepOf(node)?.document.properties
  const workflow = linkedWorkflow(node)
  return (
    <>
      <header className="grid gap-2">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-lg font-semibold">{titleOf(editor, node.id)}</h2>
            {workflow === undefined ? (
              <p className="mono-sm truncate text-ink-3">{node.step.function}</p>
            ) : (
              <div className="text-ink-2">
                <WorkflowVersion editor={editor} node={node} href={workflow} />
              </div>
            )}
          </div>
          <NodeMenu editor={editor} />
        </div>
        {step?.ShortDescription ? <p className="text-ink-2">{step.ShortDescription}</p> : null}
        {own.length > 0 ? (
          <ul
            aria-label={texts.problemsOfThisStep}
            className="grid grid-cols-1 gap-1 rounded-lg bg-danger-soft px-3 py-2"
          >
            {own.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`} className="flex gap-2">
                <span className="pt-0.5 text-danger">
                  <FailedIcon className="size-3.5" />
                </span>
                <span className="min-w-0 wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <Segmented
          label={texts.editAs}
          size="sm"
          value={view}
          onChange={setView}
          choices={[
            { value: 'form', label: texts.form },
            { value: 'json', label: texts.json },
          ]}
        />
      </header>
      {view === 'json' ? (
        <NodeJson editor={editor} node={node} />
      ) : (
        <>
          <NodeParameters editor={editor} node={node} />
          <NodeInputs editor={editor} node={node} />
          <NodeRuns editor={editor} node={node} />
          <StepTrial editor={editor} node={node} />
          <Outputs editor={editor} node={node} />
          <InspectorSection title={texts.step}>
            <div className="grid gap-3">
              <TextField
                label={texts.title}
                pointer={`${place}/title`}
                maxLength={200}
                value={node.title ?? ''}
                placeholder={step?.Title ?? node.id}
                onChange={({ target }) =>
                  edit(patchNode(node.id, { title: target.value || undefined }), fill(texts.idTitle, node.id))
                }
              />
              <NameField
                label={texts.id}
                pointer={`${place}/id`}
                value={node.id}
                taken={[...idsOf(draft)]}
                onChange={(next) => {
                  edit(renameNode(node.id, next))
                  editor.select({ keys: [next] })
                }}
              />
              {workflow === undefined || node.step.version !== undefined ? (
                <VersionField editor={editor} node={node} />
              ) : null}
            </div>
          </InspectorSection>
        </>
      )}
    </>
  )
}

function NodeMenu({ editor }: { editor: WorkflowEditor }) {
  return (
    <Menu trigger={<Button square size="sm" variant="quiet" aria-label={texts.moreForThisStep} icon={<Ellipsis />} />}>
      <MenuItem icon={<Copy className="icon-sm" />} onClick={editor.duplicate}>
        {texts.duplicate}
      </MenuItem>
      <MenuItem danger icon={<Trash2 className="icon-sm" />} onClick={editor.remove}>
        {texts.deleteLabel}
      </MenuItem>
    </Menu>
  )
}

const NEWEST = 'newest'

function VersionField({ editor, node }: NodeInspectorProps) {
  const { function: name, version } = node.step
  const known = editor.steps.versionsOf(name)
  const options = [...new Set([NEWEST, ...(version ? [version] : []), ...known.map((one) => `^${one}`), ...known])]
  const change = (next: string) =>
    editor.edit(patchNode(node.id, { step: next === NEWEST ? { function: name } : { function: name, version: next } }))
  return (
    <Field label={texts.version} help={texts.versionHelp} pointer={`/nodes/${editor.draft.nodes.indexOf(node)}/step`}>
      {(control) => (
        <Select
          {...control}
          value={version ?? NEWEST}
          onChange={change}
          options={options.map((value) => ({ value, label: value === NEWEST ? texts.newest : value }))}
        />
      )}
    </Field>
  )
}

/** Selects which outputs the report lists first. */
function Outputs({ editor, node }: NodeInspectorProps) {
  const outputs = editor.slotsOf(node.id)?.outputs ?? []
  if (outputs.length === 0) return null
  return (
    <InspectorSection title={texts.results}>
      <ul data-pointer="/outputs" className="grid grid-cols-1 gap-1.5">
        {outputs.map(({ name }) => (
          <li key={name} className="flex items-center gap-2">
            <Checkbox
              id={`report-${name}`}
              checked={outputName(editor.draft, node.id, name) !== undefined}
              onChange={() => editor.edit(toggleOutput(node.id, name))}
            />
            <label htmlFor={`report-${name}`}>{fill(texts.listInTheReport, name)}</label>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
