import type { Fault } from '@millrace/contracts/problems'
import { definitionText } from '@millrace/workflows/definition-text'
import { readDefinition } from '@millrace/workflows/validate'
import { useState } from 'react'
import { readJson } from '#components/schema-form/json-text.ts'
import { FaultList } from '../fault-list.tsx'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

/** The whole workflow as text. Valid text changes the workflow while it is typed. */
export function JsonView({ editor }: { editor: WorkflowEditor }) {
  const [text, setText] = useState(() => definitionText(editor.draft))
  const [faults, setFaults] = useState<readonly Fault[]>([])

  function change(next: string) {
    setText(next)
    const { value, fault } = readJson(next)
    if (fault !== undefined) return setFaults([{ pointer: '', message: fault }])
    const read = readDefinition(value)
    setFaults(read.faults)
    const { definition } = read
    if (definition) editor.edit(() => definition, 'json')
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {faults.length > 0 ? (
        <div role="alert" className="flex-none border-b border-line bg-danger-soft px-4 py-2">
          <FaultList faults={faults} />
        </div>
      ) : null}
      <textarea
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
