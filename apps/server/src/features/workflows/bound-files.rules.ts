import { fitsSlot } from '@millrace/contracts/media-types'
import type { Fault } from '@millrace/contracts/problems'
import { pointerOf } from '@millrace/parameters/pointer'
import type { Source, WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import type { StepVersion } from '@millrace/workflows/steps'

/**
 * Work data that a definition or a variable refers to. `pointer` is the position of the reference in the definition, or
 * of the variable.
 */
export interface NamedFile {
  pointer: string
  name: string
  mediaType: string
  /** Undefined if the definition refers to the work data directly. */
  variable: string | undefined
}

type Steps = ReadonlyMap<string, Pick<StepVersion, 'inputs'>>

/**
 * Finds work data whose type does not fit the input slot that receives it. With such work data, the execution would
 * fail later. Nodes with a condition are not checked, because they may never run.
 */
export function typeFaults(definition: WorkflowDefinition, steps: Steps, files: readonly NamedFile[]): Fault[] {
  const byVariable = Map.groupBy(files, ({ variable }) => variable)
  const byPointer = new Map(files.map((file) => [file.pointer, file]))
  const faults = new Map<NamedFile, string>()
  for (const { source, pointer, node, ...place } of boundSlots(definition, steps)) {
    const linked = byPointer.get(`${pointer}/workData`)
    const variable = variableOf(node, source)
    const bound = variable === undefined ? [] : (byVariable.get(variable) ?? [])
    for (const file of linked ? [linked] : bound) {
      if (!fitsSlot(file.mediaType, place.wanted) && !faults.has(file)) faults.set(file, faultText(file, place))
    }
  }
  return [...faults].map(([{ pointer }, message]) => ({ pointer, message }))
}

function boundSlots({ nodes }: WorkflowDefinition, steps: Steps) {
  return nodes.flatMap((node, index) =>
    Object.entries(node.when ? {} : (node.inputs ?? {})).flatMap(([slot, sources]) => {
      const wanted = steps.get(node.id)?.inputs.find(({ name }) => name === slot)?.mediaType
      const place = { node, slot, wanted, title: node.title ?? node.id }
      return sources.map((source, at) => ({
        ...place,
        source,
        pointer: pointerOf(['nodes', index, 'inputs', slot, at]),
      }))
    }),
  )
}

/** Returns the variable that fills an input, either directly or through the items of the node's `forEach`. */
function variableOf({ forEach }: WorkflowNode, { variable, item }: Source): string | undefined {
  return item === undefined ? variable : forEach?.variable
}

interface InputOfNode {
  slot: string
  wanted: string | null | undefined
  title: string
}

function faultText({ name, mediaType }: NamedFile, { slot, wanted, title }: InputOfNode): string {
  return `“${name}” has the type ${mediaType}, but the input “${slot}” of “${title}” accepts ${wanted}.`
}
