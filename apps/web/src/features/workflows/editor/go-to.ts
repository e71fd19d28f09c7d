import type { Fault } from '@millrace/contracts/problems'
import { ownValue, partsOf, pointerOf } from '@millrace/parameters/pointer'
import { inputKey } from '@millrace/workflows/graph'
import { jumpTo, jumpWithin } from '#components/schema-form/jump-to.ts'
import type { Draft } from '../document/draft.ts'
import { focusInspector, focusNode } from './use-editor-keys.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

/**
 * Selects the item that has the problem, and focuses the field in the details panel that the pointer names. If there is
 * no such field outside of the parameters, focuses the node or, for a problem of the workflow as a whole, the first
 * field of the panel.
 */
export function goTo(editor: WorkflowEditor, { pointer }: Fault): void {
  const [group, , part, name, , ...within] = partsOf(pointer)
  const key = keyAt(editor.draft, pointer)
  editor.select({ keys: key === undefined ? [] : [key] })
  requestAnimationFrame(() => {
    const details = document.querySelector('[data-inspector]')
    const form = group === 'nodes' && part === 'parameters' ? details?.querySelector('form') : null
    if (form && name !== undefined) jumpTo(form.id, pointerOf([name, ...within]))
    else if (!details || jumpWithin(details, pointer)) return
    else if (key === undefined) focusInspector()
    else focusNode(key)
  })
}

/** Undefined if the pointer belongs to the workflow as a whole. */
function keyAt(draft: Draft, pointer: string): string | undefined {
  const [group, name = ''] = partsOf(pointer)
  if (group === 'nodes') return draft.nodes[Number(name)]?.id
  if (group === 'outputs') return ownValue(draft.outputs, name)?.node
  return group === 'variables' ? inputKey(name) : undefined
}
