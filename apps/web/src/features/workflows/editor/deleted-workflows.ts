import type { Fault } from '@millrace/contracts/problems'
import { pointerOf } from '@millrace/parameters/pointer'
import { DEFINITION_SLOT, linkedWorkflow } from '@millrace/workflows/workflow-step'
import type { Draft } from '../document/draft.ts'
import * as texts from './texts.ts'

/** Returns a problem for each node whose workflow was deleted. */
export function deletedWorkflowFaults({ nodes }: Draft, gone: ReadonlySet<string>): Fault[] {
  return nodes.flatMap((node, index) =>
    gone.has(linkedWorkflow(node) ?? '')
      ? [{ pointer: pointerOf(['nodes', index, 'inputs', DEFINITION_SLOT, 0]), message: texts.workflowGone }]
      : [],
  )
}
