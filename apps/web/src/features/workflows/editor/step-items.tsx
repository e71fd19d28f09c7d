import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import { titleOfFile } from '@millrace/workflows/file-title'
import { inputKey } from '@millrace/workflows/graph'
import type { StepSlot } from '@millrace/workflows/steps'
import { DEFINITION_SLOT } from '@millrace/workflows/workflow-step'
import { Database, StickyNote, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { kindsOf } from '#components/ui/slot-kinds.tsx'
import { StepIcon } from '#components/ui/step-icon.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import { automaticConnection } from '../document/best-connection.ts'
import type { Place } from '../document/draft.ts'
import { addNote, noteKey, type WorkflowNode } from '../document/draft.ts'
import { connect, outputOf, type Port } from '../document/edit-edges.ts'
import { addNode, nextId } from '../document/edit-nodes.ts'
import { connectSlots } from '../document/edit-repetition.ts'
import { addInput, nextVariable } from '../document/edit-variables.ts'
import type { KnownStep } from '../known-steps.ts'
import type { PickerItem } from './picker.tsx'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

/** Drag data of items that aren't steps. */
const DRAG_INPUT = '+input'
const DRAG_NOTE = '+note'
/** Drag data of a workflow: this prefix and the workflow's URL. */
const DRAG_WORKFLOW = '+workflow '

/** Renders an icon on a tile, for picker items that are not steps. */
export function toolIcon(icon: ReactNode) {
  return <span className="grid size-7 flex-none place-items-center rounded-md bg-tag text-ink-2">{icon}</span>
}

/** The output that a new step continues, and the input of the step that receives the output. */
export interface Joint {
  from: Port
  output: StepSlot
  input: StepSlot
}

/** Adds a step, connected to the output of `joint` if given, and selects it. */
export function addStep(editor: WorkflowEditor, step: KnownStep, at: Place, joint?: Joint): void {
  const name = step.version.functionName
  const id = nextId(editor.draft, name)
  editor.edit((draft) => {
    const added = addNode(name, at)(draft)
    return joint ? connectSlots({ ...joint, to: { key: id, slot: joint.input.name } })(added) : added
  })
  editor.select({ keys: [id] })
}

/** Adds a step whose output fills an input slot, and selects it. */
export function addStepBefore(
  editor: WorkflowEditor,
  step: KnownStep,
  at: Place,
  to: { key: string; slot: string },
): void {
  const name = step.version.functionName
  const id = nextId(editor.draft, name)
  const input = editor.slotsOf(to.key)?.inputs.find((slot) => slot.name === to.slot)
  const output = input && automaticConnection(step.version.outputs, [input])?.output
  editor.edit((draft) => {
    const added = addNode(name, at)(draft)
    const from = { key: id, slot: output?.name }
    return input && output ? connectSlots({ from, output, to, input })(added) : added
  })
  editor.select({ keys: [id] })
}

/**
 * Adds an input of the workflow and selects it. If `to` is given, the input is connected to that slot and named after
 * it.
 */
export function addInputData(editor: WorkflowEditor, at: Place, to?: { key: string; slot: string }): void {
  const name = nextVariable(editor.draft, to?.slot ?? 'data')
  const most = to && editor.slotsOf(to.key)?.inputs.find((slot) => slot.name === to.slot)?.maxSlots
  editor.edit((draft) => {
    const added = addInput(name, at)(draft)
    return to ? connect({ key: inputKey(name), slot: undefined }, to, most ?? null)(added) : added
  })
  editor.select({ keys: [inputKey(name)] })
}

export function addNoteAt(editor: WorkflowEditor, at: Place): void {
  const index = editor.draft.layout?.notes?.length ?? 0
  editor.edit(addNote(at))
  editor.select({ keys: [noteKey(index)] })
}

function addWorkflow(editor: WorkflowEditor, workData: string, at: Place): void {
  const id = nextId(editor.draft, EXECUTE_WORKFLOW)
  editor.edit(addNode(EXECUTE_WORKFLOW, at, { inputs: { [DEFINITION_SLOT]: [{ workData }] } }))
  editor.select({ keys: [id] })
}

/** Adds what was dragged from the palette. `what` is the drag data. */
export function addDragged(editor: WorkflowEditor, what: string, at: Place): void {
  if (what === DRAG_INPUT) addInputData(editor, at)
  else if (what === DRAG_NOTE) addNoteAt(editor, at)
  else if (what.startsWith(DRAG_WORKFLOW)) addWorkflow(editor, what.slice(DRAG_WORKFLOW.length), at)
  else {
    const step = editor.steps.newest.find(({ version }) => version.functionName === what)
    if (step) addStep(editor, step, at)
  }
}

/**
 * Returns picker items for steps. Steps that can continue one of the outputs come first, connected to the output that
 * fits best.
 */
export function stepItems(editor: WorkflowEditor, place: () => Place, from: readonly Port[] = []): PickerItem[] {
  const outputs = from.flatMap((port) => {
    const output = outputOf(port, editor.slotsOf)
    return output ? [{ ...output, from: port }] : []
  })
  const title = from[0] && titleOf(editor, from[0].key)
  const fitting = new Map(
    editor.steps.newest.flatMap((step): [KnownStep, Joint][] => {
      const ends = automaticConnection(outputs, step.version.inputs)
      return ends ? [[step, { ...ends, from: ends.output.from }]] : []
    }),
  )
  return [
    ...Array.from(fitting, ([step, joint]) =>
      itemOf(step, fill(texts.fitsAfter, title ?? ''), () => addStep(editor, step, place(), joint)),
    ),
    ...byCategory(editor.steps.newest)
      .filter(({ step }) => !fitting.has(step))
      .map(({ step, category }) => itemOf(step, category, () => addStep(editor, step, place()))),
  ]
}

function byCategory(steps: readonly KnownStep[]): { step: KnownStep; category: string }[] {
  const counts = new Map<string, number>()
  for (const category of steps.flatMap(({ document }) => document.properties.Categories))
    counts.set(category, (counts.get(category) ?? 0) + 1)
  const rarest = ({ document }: KnownStep) =>
    document.properties.Categories.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))[0]
  return steps
    .map((step) => ({ step, category: rarest(step) ?? texts.otherSteps }))
    .toSorted((a, b) => a.category.localeCompare(b.category))
}

/** Returns the title of a node, or the name of a workflow input. */
export function titleOf({ draft, steps }: WorkflowEditor, key: string): string {
  const node = draft.nodes.find(({ id }) => id === key)
  return node ? nodeTitle(steps, node) : key.replace(/^variable-/, '')
}

/** Returns the title of a node, else that of the step or workflow that it runs, else the id of the node. */
export function nodeTitle({ stepOf }: WorkflowEditor['steps'], node: WorkflowNode): string {
  return node.title ?? stepOf(node)?.document.properties.Title ?? node.id
}

export function itemOf(
  { document: { properties }, version }: KnownStep,
  group: string,
  onPick: () => void,
): PickerItem {
  return {
    id: `step ${version.functionName}`,
    group,
    label: properties.Title,
    meta: `${slotsText(properties.InputDataSlotSpecification)} → ${slotsText(properties.OutputDataSlotSpecification)}`,
    words: version.functionName,
    icon: <StepIcon step={properties} />,
    drag: version.functionName,
    onPick,
  }
}

/** For example, `table, JSON`, or `2 tables`. */
function slotsText(slots: readonly DataSlotSpecification[] | null | undefined): string {
  return (
    kindsOf(slots ?? [])
      .map(({ word }) => word)
      .join(', ') || texts.noData
  )
}

/** Returns picker items for saved workflows, which can be steps of other workflows. */
export function workflowItems(
  editor: WorkflowEditor,
  place: () => Place,
  workflows: readonly WorkDataDocument[],
): PickerItem[] {
  return workflows.map((file) => ({
    id: `workflow ${selfHref(file)}`,
    group: texts.workflows,
    label: titleOfFile(file.properties.Name),
    icon: toolIcon(<Workflow className="icon-sm" />),
    drag: `${DRAG_WORKFLOW}${selfHref(file)}`,
    onPick: () => addWorkflow(editor, selfHref(file), place()),
  }))
}

/** Returns picker items for input data and notes. */
export function otherItems(editor: WorkflowEditor, place: () => Place): PickerItem[] {
  return [
    {
      id: 'input',
      group: texts.data,
      label: texts.inputData,
      meta: texts.chosenAtStart,
      icon: toolIcon(<Database className="icon-sm" />),
      drag: DRAG_INPUT,
      onPick: () => addInputData(editor, place()),
    },
    {
      id: 'note',
      group: texts.data,
      label: texts.note,
      icon: toolIcon(<StickyNote className="icon-sm" />),
      drag: DRAG_NOTE,
      onPick: () => addNoteAt(editor, place()),
    },
  ]
}
