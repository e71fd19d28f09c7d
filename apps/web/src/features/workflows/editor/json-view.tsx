import type { Fault } from '@millrace/contracts/problems'
import { definitionText } from '@millrace/workflows/definition-text'
import { parsingLosses } from '@millrace/workflows/parsing-losses'
import { readDefinition } from '@millrace/workflows/read-definition'
import { validateWorkflow } from '@millrace/workflows/validate'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { faultLine, readJson } from '#components/schema-form/json-text.ts'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { FaultList } from '../fault-list.tsx'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

interface JsonViewProps {
  editor: WorkflowEditor
  /** Called with whether the text is a valid workflow, and with true when the view closes. */
  onReadable: (isReadable: boolean) => void
}

/** Edits the whole workflow as JSON. Valid text changes the workflow while the user types. */
export function JsonView({ editor, onReadable }: JsonViewProps) {
  const [text, setText] = useState(() => definitionText(editor.draft))
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const area = useRef<HTMLTextAreaElement>(null)
  const line = faults.length > 0 ? faultLine(text) : undefined
  const report = useEffectEvent(onReadable)
  useEffect(() => report(faults.length === 0), [faults])
  useEffect(() => () => report(true), [])

  function change(next: string) {
    setText(next)
    const { value, fault } = readJson(next)
    if (fault !== undefined) return setFaults([{ pointer: '', message: fault }])
    const losses = parsingLosses(next)
    if (losses.length > 0) return setFaults(losses)
    const { definition } = readDefinition(value)
    // The editor lists the problems of a valid definition in the footer, so only those of an invalid definition are
    // shown here.
    setFaults(
      definition ? [] : validateWorkflow(value, editor.steps.versions, { workflows: editor.steps.workflows }).faults,
    )
    if (definition) editor.edit(() => definition, 'json')
  }

  function discard() {
    setText(definitionText(editor.draft))
    setFaults([])
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {faults.length > 0 ? (
        <div className="flex flex-none items-start gap-4 border-b border-line bg-danger-soft px-4 py-2">
          <div role="alert" className="min-w-0 flex-1">
            <FaultList faults={faults} />
          </div>
          {line === undefined ? null : (
            <Button size="sm" onClick={() => area.current && selectLine(area.current, line)}>
              {fill(texts.goToLine, line + 1)}
            </Button>
          )}
          <Button size="sm" onClick={discard}>
            {texts.discardChanges}
          </Button>
        </div>
      ) : null}
      <textarea
        ref={area}
        aria-label={texts.workflowAsJson}
        aria-invalid={faults.length > 0}
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
        className="scroll-thin min-h-0 flex-1 resize-none bg-sunken p-4 font-mono text-xs/5 outline-none focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset"
      />
    </div>
  )
}

/** Scrolls the line to the middle, because browsers don't scroll to a selection until the user types. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line]?.length ?? 0))
  const height = area.scrollHeight / lines.length
  area.scrollTop = Math.max(0, (line + 1) * height - area.clientHeight / 2)
}
