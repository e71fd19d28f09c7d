import { faultMessage } from '@millrace/contracts/fault-message'
import { isRecord } from '@millrace/parameters/pointer'
import { WorkflowNode as WorkflowNodeSchema } from '@millrace/workflows/definition'
import { useState } from 'react'
import { readJson } from '#components/schema-form/json-text.ts'
import { TextArea } from '#components/ui/input.tsx'
import type { WorkflowNode } from '../document/draft.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import * as texts from './texts.ts'

interface NodeJsonProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** Edits a node as JSON. Invalid text and a changed id are not applied. */
export function NodeJson({ editor, node }: NodeJsonProps) {
  const [text, setText] = useState(() => JSON.stringify(node, undefined, 2))
  const [fault, setFault] = useState<string>()

  function change(next: string) {
    setText(next)
    const read = readJson(next)
    const parsed = WorkflowNodeSchema.safeParse(read.value, { error: faultMessage })
    const issue = parsed.error?.issues[0]
    const isRenamed = isRecord(read.value) && read.value.id !== node.id
    setFault(
      read.fault ??
        (issue && `${issue.path.join(' › ') || 'Step'}: ${issue.message}`) ??
        (isRenamed ? texts.changeIdInTheForm : undefined),
    )
    const { data } = parsed
    if (!data || isRenamed) return
    editor.edit(
      (draft) => ({ ...draft, nodes: draft.nodes.map((other) => (other.id === node.id ? data : other)) }),
      `${node.id} json`,
    )
  }

  return (
    <div className="grid gap-2">
      <TextArea
        aria-label={texts.stepAsJson}
        aria-invalid={fault !== undefined}
        className="bg-sunken! font-mono text-xs/5"
        spellCheck={false}
        rows={Math.min(32, text.split('\n').length + 1)}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {fault ? (
        <p role="alert" className="text-xs text-danger">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
