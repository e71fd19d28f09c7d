import { graphOf } from '@millrace/workflows/graph'
import { slotsFit } from '@millrace/workflows/slots-fit'
import type { Place } from '../document/draft.ts'
import { connect, disconnect, outputOf } from '../document/edit-edges.ts'
import { addNode, nextId } from '../document/edit-nodes.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'

/** The edge under a point of the window, by its place in the document. */
export function edgeAt(x: number, y: number): string | undefined {
  const edge = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest('.react-flow__edge'))
    .find(Boolean)
  return edge?.getAttribute('data-id') ?? undefined
}

/** Puts a step between the two ends of an edge. False if the step does not fit there. */
export function insertIntoEdge(editor: WorkflowEditor, functionName: string, pointer: string, at: Place): boolean {
  const { draft, slotsOf, steps } = editor
  const step = steps.newest.find(({ version }) => version.functionName === functionName)?.version
  const edge = graphOf(draft).edges.find((candidate) => candidate.pointer === pointer)
  if (!step || !edge || edge.input === undefined) return false
  const target = { key: edge.to, slot: edge.input }
  const source = { key: edge.from, slot: edge.slot }
  const output = outputOf(source, slotsOf)
  const last = slotsOf(target.key)?.inputs.find(({ name }) => name === target.slot)
  const entry = output && step.inputs.find((slot) => slotsFit(output, slot))
  const exit = last && step.outputs.find((slot) => slotsFit(slot, last))
  if (!entry || !exit) return false
  const id = nextId(draft, functionName)
  editor.edit((before) =>
    [
      disconnect(pointer),
      addNode(functionName, at),
      connect(source, { key: id, slot: entry.name }, entry.maxSlots),
      connect({ key: id, slot: exit.name }, target, last.maxSlots),
    ].reduce((next, change) => change(next), before),
  )
  editor.select({ keys: [id] })
  return true
}
