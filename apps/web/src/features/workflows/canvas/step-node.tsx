import type { Source } from '@millrace/workflows/definition'
import type { StepSlot } from '@millrace/workflows/steps'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { clsx } from 'clsx'
import { Blocks, Database, GitFork, Repeat } from 'lucide-react'
import { memo } from 'react'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { nodeFacts, nodeIcon } from '#components/workflow-graph/node-state.ts'
import { useSourceText } from '../editor/use-source-text.ts'
import { useRunState } from '../watch/run-states.ts'
import { useIsConnectable } from './connectable-handles.ts'
import { inputHandle, outputHandle, type StepNodeData } from './flow-model.ts'
import { HEAD_HEIGHT, rowMiddle } from './sizes.ts'
import * as texts from './texts.ts'

/** A step or a workflow input, with a handle for each slot. */
export const StepNode = memo(function StepNode({ id, data, selected }: NodeProps<Node<StepNodeData>>) {
  const { title, subtitle, version, step, inputs, outputs, files, fault } = data
  const run = useRunState(id)
  const rows = Math.max(inputs.length, outputs.length)
  return (
    <div
      className={clsx(
        'size-full rounded-lg border bg-raised text-left',
        fault || run?.node.State === 'Failed' ? 'border-danger' : selected ? 'border-accent' : 'border-line-strong',
        selected && 'ring-2 ring-accent',
        run?.node.State === 'Waiting' && 'border-dashed',
      )}
    >
      <div className="flex items-center gap-2.5 px-2.5" style={{ height: HEAD_HEIGHT - 1 }}>
        <span className="flow-detail flex-none">
          {step ? <StepIcon step={step} /> : <InputIcon isStep={inputs.length > 0} />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title}</span>
          {/* A version that doesn't fit beside the function wraps to a second line, which is hidden. */}
          <span className="flow-detail mono-sm flex h-4 flex-wrap overflow-hidden text-[0.6875rem] text-ink-3">
            <span className="truncate">{run ? nodeFacts(run.node, run.now) : subtitle}</span>
            {run || !version ? null : <span className="flex-none">&nbsp;{version}</span>}
          </span>
        </span>
        {run ? <StateIcon {...nodeIcon(run.node)} /> : <Marks data={data} />}
      </div>
      {[...Array(rows).keys()].map((row) => (
        <Row key={row} node={id} row={row} input={inputs[row]} files={files[row]} output={outputs[row]} />
      ))}
    </div>
  )
})

function InputIcon({ isStep }: { isStep: boolean }) {
  return (
    <span className="grid size-7 flex-none place-items-center rounded-md bg-tag text-ink-2">
      {isStep ? <Blocks className="icon-sm" /> : <Database className="icon-sm" />}
    </span>
  )
}

function Marks({ data: { repeats, conditional, fault } }: { data: StepNodeData }) {
  if (!repeats && !conditional && !fault) return null
  return (
    <span className="flex flex-none items-center gap-1 text-ink-3">
      {conditional ? <GitFork aria-label={texts.runsOnACondition} className="icon-sm" /> : null}
      {repeats ? <Repeat aria-label={texts.runsForEachItem} className="icon-sm" /> : null}
      {fault ? (
        <span title={fault} className="text-danger">
          <FailedIcon />
        </span>
      ) : null}
    </span>
  )
}

interface RowProps {
  node: string
  row: number
  input: StepSlot | undefined
  files: readonly Source[] | undefined
  output: StepSlot | undefined
}

function Row({ node, row, input, files, output }: RowProps) {
  const isBound = files !== undefined && files.length > 0
  return (
    <div
      className={clsx(
        'flex h-6 items-center justify-between gap-2 px-3 text-xs text-ink-2',
        row === 0 && 'mt-[2px] border-t border-line',
      )}
    >
      {input && isBound ? (
        <BoundFiles slot={input.name} files={files} />
      ) : (
        <span className="flow-detail min-w-0 truncate">{input?.name}</span>
      )}
      <span className="flow-detail min-w-0 truncate text-right">{output?.name}</span>
      {input ? <Slot node={node} slot={input} row={row} type="target" isBound={isBound} /> : null}
      {output ? <Slot node={node} slot={output} row={row} type="source" /> : null}
    </div>
  )
}

function BoundFiles({ slot, files }: { slot: string; files: readonly Source[] }) {
  const textOf = useSourceText(files)
  const [first = '', ...others] = files.map(textOf)
  return (
    <span
      className="flow-detail flex h-[18px] min-w-0 items-center gap-1 rounded-full bg-tag px-1.5 text-2xs text-ink ring-1 ring-line-strong ring-inset"
      title={`${slot}: ${[first, ...others].join(', ')}`}
    >
      <FileIcon name={first} className="flex-none text-ink-3" />
      <span className="truncate pr-0.5">{first}</span>
      {others.length > 0 ? <span className="flex-none text-ink-3">+{others.length}</span> : null}
    </span>
  )
}

interface SlotProps {
  node: string
  slot: StepSlot
  row: number
  type: 'source' | 'target'
  isBound?: boolean
}

/** Describes a port: `Table: CSV, TSV or Parquet. One file.` */
function portText({ name, mediaType, maxSlots }: StepSlot, isBound: boolean): string {
  const kind = isBound ? texts.fixedFile : maxSlots === 1 ? texts.oneFile : texts.severalFiles
  return `${name || texts.workData}: ${slotTypesLabel(mediaType)}. ${kind}.`
}

/**
 * A handle: round for one file, square for several. While a connection is drawn, only handles where it may end are
 * highlighted.
 */
function Slot({ node, slot, row, type, isBound = false }: SlotProps) {
  const id = type === 'target' ? inputHandle(slot.name) : outputHandle(slot.name)
  const fits = useIsConnectable(node, id)
  return (
    <Handle
      id={id}
      type={type}
      position={type === 'target' ? Position.Left : Position.Right}
      title={portText(slot, isBound)}
      className={clsx(
        'flow-handle',
        isBound && 'bound',
        slot.maxSlots === 1 ? 'rounded-full!' : 'rounded-[2px]!',
        fits === true && 'fits',
        fits === false && 'unfit',
      )}
      style={{ top: rowMiddle(row) }}
    />
  )
}
