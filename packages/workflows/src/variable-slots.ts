import { ownValue } from '@millrace/parameters/pointer'
import type { WorkflowNode } from './definition.ts'
import type { StepVersion } from './steps.ts'

/**
 * Returns the media types of the variables that fill input slots, directly or by `forEach`. A variable has the type of
 * the first of its slots that declares one.
 */
export function slotTypesOf(
  { nodes }: { nodes: readonly WorkflowNode[] },
  stepOf: (node: WorkflowNode) => Pick<StepVersion, 'inputs'> | undefined,
): Map<string, string> {
  const fed = nodes.flatMap((node) => {
    const { inputs = {}, forEach } = node
    return (stepOf(node)?.inputs ?? []).flatMap(({ name, mediaType }) =>
      (ownValue(inputs, name) ?? []).flatMap(({ item, variable }) => {
        const source = item === undefined ? variable : forEach?.variable
        return source === undefined || mediaType === null ? [] : [[source, mediaType] as const]
      }),
    )
  })
  return new Map(fed.toReversed())
}
