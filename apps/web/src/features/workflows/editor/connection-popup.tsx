import { Database, Link2 } from 'lucide-react'
import { NODE_WIDTH } from '../canvas/sizes.ts'
import type { DroppedConnection } from '../canvas/use-canvas-events.ts'
import { automaticConnection, bestConnection } from '../document/best-connection.ts'
import type { Place } from '../document/draft.ts'
import { outputOf, type Port, sourcesOf, targetsOf } from '../document/edit-edges.ts'
import { connectSlots } from '../document/edit-repetition.ts'
import { Picker, type PickerItem } from './picker.tsx'
import { addInputData, addStep, addStepBefore, itemOf, titleOf, toolIcon } from './step-items.tsx'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

interface ConnectionPopupProps {
  editor: WorkflowEditor
  dropped: DroppedConnection
  onClose: () => void
}

/**
 * Offers what can be at the other end of a connection: new steps, existing slots or, for an input slot, new input data.
 */
export function ConnectionPopup({ editor, dropped, onClose }: ConnectionPopupProps) {
  const { from, at, screen } = dropped
  const found = 'output' in from ? after(editor, from.output, at) : before(editor, from.input, at)
  const items = found.map((item) => ({
    ...item,
    onPick: () => {
      item.onPick()
      onClose()
    },
  }))
  return (
    <>
      <button
        type="button"
        aria-label={texts.close}
        tabIndex={-1}
        className="fixed inset-0 z-20 cursor-default"
        onClick={onClose}
      />
      <div
        role="dialog"
        aria-label={texts.matchingStepsAndData}
        className="pop fixed z-20 flex h-84 w-72 flex-col rounded-lg bg-raised p-2 shadow-pop"
        style={{
          left: Math.min(screen.x, window.innerWidth - 300),
          top: Math.min(screen.y, window.innerHeight - 350),
        }}
      >
        <Picker
          autoFocus
          label={texts.searchMatchingStepsAndData}
          placeholder={texts.searchMatchingStepsAndData}
          items={items}
          onEscape={onClose}
          className="flex-1"
        />
      </div>
    </>
  )
}

const linkIcon = toolIcon(<Link2 className="icon-sm" />)

function after(editor: WorkflowEditor, output: Port, at: Place): PickerItem[] {
  const made = outputOf(output, editor.slotsOf)
  const targets = targetsOf(editor.draft, output, editor.slotsOf)
  return [
    ...editor.steps.newest.flatMap((step) => {
      const ends = made && bestConnection([made], step.version.inputs)
      return ends ? [itemOf(step, texts.newStep, () => addStep(editor, step, at, { ...ends, from: output }))] : []
    }),
    ...targets.map((target) => ({
      id: `to ${target.key} ${target.slot}`,
      group: texts.connectTo,
      label: titleOf(editor, target.key),
      meta: target.slot,
      icon: linkIcon,
      onPick: () => {
        const input = editor.slotsOf(target.key)?.inputs.find(({ name }) => name === target.slot)
        editor.edit(connectSlots({ from: output, output: made, to: target, input }))
      },
    })),
  ]
}

function before(editor: WorkflowEditor, input: { key: string; slot: string }, at: Place): PickerItem[] {
  const taken = editor.slotsOf(input.key)?.inputs.find(({ name }) => name === input.slot)
  const place = { x: at.x - NODE_WIDTH, y: at.y }
  const steps = editor.steps.newest.filter(({ version }) => taken && automaticConnection(version.outputs, [taken]))
  const sources = sourcesOf(editor.draft, input, editor.slotsOf)
  return [
    {
      id: 'input',
      group: texts.data,
      label: texts.inputData,
      meta: texts.chosenAtStart,
      icon: toolIcon(<Database className="icon-sm" />),
      onPick: () => addInputData(editor, place, input),
    },
    ...steps.map((step) => itemOf(step, texts.newStep, () => addStepBefore(editor, step, place, input))),
    ...sources.map((source) => ({
      id: `from ${source.key} ${source.slot}`,
      group: texts.connectTo,
      label: titleOf(editor, source.key),
      ...(source.slot !== undefined && { meta: source.slot }),
      icon: linkIcon,
      onPick: () =>
        editor.edit(connectSlots({ from: source, output: outputOf(source, editor.slotsOf), to: input, input: taken })),
    })),
  ]
}
