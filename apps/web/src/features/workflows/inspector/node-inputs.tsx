import { ownValue, pointerOf } from '@millrace/parameters/pointer'
import type { StepSlot } from '@millrace/workflows/steps'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import { fill } from '#lib/fill.ts'
import { NODE_STEP } from '../canvas/sizes.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { addSource, disconnect, outputOf, sourcesOf } from '../document/edit-edges.ts'
import { connectSlots } from '../document/edit-repetition.ts'
import { addInputData, titleOf } from '../editor/step-items.tsx'
import { useSourceText } from '../editor/use-source-text.ts'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import { WorkDataFinder } from '../start/work-data-field.tsx'
import * as texts from './texts.ts'

interface NodeInputsProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** Lists the sources of each input slot, which the canvas shows as edges. */
export function NodeInputs({ editor, node }: NodeInputsProps) {
  const slots = editor.slotsOf(node.id)?.inputs ?? []
  const unknown = Object.keys(node.inputs ?? {}).filter((name) => !slots.some((slot) => slot.name === name))
  const all = [...slots, ...unknown.map((name) => ({ name, mediaType: null, minSlots: 0, maxSlots: null }))]
  if (all.length === 0) return null
  return (
    <InspectorSection title={texts.data}>
      <ul className="grid grid-cols-1 gap-3">
        {all.map((slot) => (
          <InputSlot key={slot.name} editor={editor} node={node} slot={slot} />
        ))}
      </ul>
    </InspectorSection>
  )
}

function InputSlot({ editor, node, slot }: NodeInputsProps & { slot: StepSlot }) {
  const sources = ownValue(node.inputs, slot.name) ?? []
  const index = editor.draft.nodes.indexOf(node)
  const sourceText = useSourceText(sources, (id) => titleOf(editor, id))
  const pointer = pointerOf(['nodes', index, 'inputs', slot.name])
  return (
    <li data-pointer={pointer} className="grid grid-cols-1 gap-1.5">
      <span className="flex items-baseline gap-2">
        <span className="font-medium">{slot.name}</span>
        <span className="ml-auto truncate text-xs text-ink-3">{slotTypesLabel(slot.mediaType)}</span>
      </span>
      {sources.map((source, at) => {
        const text = sourceText(source)
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a source may be listed twice
            key={at}
            data-pointer={`${pointer}/${at}`}
            className="flex h-8 items-center gap-2 rounded-md border border-line px-2.5 touch:h-11"
          >
            <span className="min-w-0 flex-1 truncate">{text}</span>
            <IconButton
              size="sm"
              label={fill(texts.removeFrom, text, slot.name)}
              icon={<X className="icon-sm" />}
              onClick={() => editor.edit(disconnect(`${pointer}/${at}`))}
            />
          </span>
        )
      })}
      {slot.maxSlots === null || sources.length < slot.maxSlots ? (
        <AddSource editor={editor} node={node} slot={slot} />
      ) : null}
    </li>
  )
}

const ITEM = 'flex h-8 w-full items-center rounded-md px-2 text-left hover:bg-hover touch:h-11'

function AddSource({ editor, node, slot }: NodeInputsProps & { slot: StepSlot }) {
  const [open, setOpen] = useState(false)
  const to = { key: node.id, slot: slot.name }
  const fitting = sourcesOf(editor.draft, to, editor.slotsOf)
  const done = (act: () => void) => () => {
    act()
    setOpen(false)
  }
  const place = editor.places.get(node.id) ?? { x: 0, y: 0 }
  return (
    <Popover
      label={fill(texts.dataFor, slot.name)}
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="justify-self-start" icon={<Plus />}>
          {fill(texts.addDataTo, slot.name)}
        </Button>
      }
    >
      <div className="grid gap-3">
        <ul aria-label={texts.fromTheWorkflow} className="scroll-thin -m-1 grid max-h-60 overflow-y-auto">
          {fitting.map((port) => (
            <li key={`${port.key} ${port.slot}`}>
              <button
                type="button"
                className={ITEM}
                onClick={done(() =>
                  editor.edit(connectSlots({ from: port, output: outputOf(port, editor.slotsOf), to, input: slot })),
                )}
              >
                {port.slot === undefined ? titleOf(editor, port.key) : `${port.slot} of ${titleOf(editor, port.key)}`}
              </button>
            </li>
          ))}
          {node.forEach ? (
            <li>
              <button
                type="button"
                className={ITEM}
                onClick={done(() => editor.edit(addSource(node.id, slot.name, { item: '' })))}
              >
                {texts.currentItem}
              </button>
            </li>
          ) : null}
          <li>
            <button
              type="button"
              className={ITEM}
              onClick={done(() => {
                addInputData(editor, { x: place.x - NODE_STEP.x, y: place.y }, to)
                editor.select({ keys: [node.id] })
              })}
            >
              {texts.newInputOfTheWorkflow}
            </button>
          </li>
        </ul>
        <div className="border-t border-line pt-3">
          <WorkDataFinder
            chosen={[]}
            slotType={slot.mediaType}
            onPick={(workData) => done(() => editor.edit(addSource(node.id, slot.name, { workData })))()}
          />
        </div>
      </div>
    </Popover>
  )
}
