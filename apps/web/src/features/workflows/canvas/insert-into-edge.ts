import { graphOf } from '@millrace/workflows/graph'
import { automaticConnection, bestConnection } from '../document/best-connection.ts'
import { moveTo, type Place } from '../document/draft.ts'
import { disconnect, outputOf } from '../document/edit-edges.ts'
import { addNode, nextId } from '../document/edit-nodes.ts'
import { connectSlots } from '../document/edit-repetition.ts'
import { roomBetween } from '../document/make-room.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'

/** Returns the JSON pointer of the edge at a point of the window. Undefined if there is no edge. */
export function edgeAt(x: number, y: number): string | undefined {
  const edge = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest('.react-flow__edge'))
    .find(Boolean)
  return edge?.getAttribute('data-id') ?? undefined
}

/** Inserts a step between the two ends of an edge and selects it. Returns false if the step doesn't fit there. */
export function insertIntoEdge(editor: WorkflowEditor, functionName: string, pointer: string, at: Place): boolean {
  const { draft, slotsOf, steps, places } = editor
  const step = steps.newest.find(({ version }) => version.functionName === functionName)?.version
  const edge = graphOf(draft).edges.find((candidate) => candidate.pointer === pointer)
  if (!step || !edge || edge.input === undefined) return false
  const target = { key: edge.to, slot: edge.input }
  const source = { key: edge.from, slot: edge.slot }
  const output = outputOf(source, slotsOf)
  const last = slotsOf(target.key)?.inputs.find(({ name }) => name === target.slot)
  const entry = output && bestConnection([output], step.inputs)?.input
  const exit = last && automaticConnection(step.outputs, [last])?.output
  if (!entry || !exit) return false
  const id = nextId(draft, functionName)
  const { place, moved } = roomBetween(draft, places, edge, at)
  editor.edit((before) =>
    [
      moveTo(moved),
      disconnect(pointer),
      addNode(functionName, place),
      connectSlots({ from: source, output, to: { key: id, slot: entry.name }, input: entry }),
      connectSlots({ from: { key: id, slot: exit.name }, output: exit, to: target, input: last }),
    ].reduce((next, change) => change(next), before),
  )
  editor.select({ keys: [id] })
  return true
}
