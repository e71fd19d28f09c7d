import { fitsSlot } from '@millrace/contracts/media-types'
import type { Fault } from '@millrace/contracts/problems'
import { pointerOf } from '@millrace/parameters/pointer'
import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import type { StepVersion } from '@millrace/workflows/steps'

/** Work data that a definition or a variable names, with its place in the definition. */
export interface NamedFile {
  pointer: string
  name: string
  mediaType: string
  /** The variable that holds it, if it is not in the definition itself. */
  variable: string | undefined
}

type Steps = ReadonlyMap<string, Pick<StepVersion, 'inputs'>>

/**
 * Work data whose type does not fit an input slot that certainly gets it, so the execution would fail later. Nodes with a
 * condition may never run, so they don’t count.
 */
export function typeFaults(definition: WorkflowDefinition, steps: Steps, files: readonly NamedFile[]): Fault[] {
  const byVariable = Map.groupBy(files, ({ variable }) => variable)
  const byPointer = new Map(files.map((file) => [file.pointer, file]))
  const faults = new Map<NamedFile, string>()
  for (const [index, node] of definition.nodes.entries()) {
    if (node.when) continue
    for (const [slot, sources] of Object.entries(node.inputs ?? {})) {
      const wanted = steps.get(node.id)?.inputs.find(({ name }) => name === slot)?.mediaType
      for (const [at, source] of sources.entries()) {
        const linked = byPointer.get(pointerOf(['nodes', index, 'inputs', slot, at, 'workData']))
        const variable = variableOf(node, source)
        const bound = variable === undefined ? [] : (byVariable.get(variable) ?? [])
        for (const file of linked ? [linked] : bound) {
          if (fitsSlot(file.mediaType, wanted) || faults.has(file)) continue
          faults.set(file, faultText(file, { slot, wanted, title: node.title ?? node.id }))
        }
      }
    }
  }
  return [...faults].map(([{ pointer }, message]) => ({ pointer, message }))
}

/** The variable that fills an input, directly or as the items that the node repeats over. */
function variableOf({ forEach }: WorkflowNode, { variable, item }: { variable?: string; item?: string }) {
  return item === undefined ? variable : forEach?.variable
}

interface Place {
  slot: string
  wanted: string | null | undefined
  title: string
}

function faultText({ name, mediaType }: NamedFile, { slot, wanted, title }: Place): string {
  return `“${name}” has the type ${mediaType}, but the input “${slot}” of “${title}” takes ${wanted}.`
}
