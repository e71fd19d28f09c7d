import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { clsx } from 'clsx'
import { Blocks, CircleDashed, TriangleAlert } from 'lucide-react'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { FileTile } from '#components/ui/file-icon.tsx'
import { FlowStrip, type StripNode } from '#components/ui/flow-strip.tsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Slot } from '#components/ui/slot.tsx'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import { capitalized } from '#lib/capitalized.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import type { ChosenData } from './slot-fit.ts'
import * as texts from './texts.ts'
import { transferOf } from './use-start-choices.ts'
import type { StartPanel } from './use-start-panel.ts'

const SHOWN_FILES = 3
const STACKED = 'shadow-[3px_3px_0_-1px_var(--surface),3px_3px_0_0_var(--line-strong)]'

/** Shows the resulting job while it is being set up: input slots → step → outputs. On a phone, it is a single line. */
export function StartStrip({ panel }: { panel: StartPanel }) {
  const { data, step } = panel
  return (
    <div
      className={clsx(
        'flex-none border-b border-line bg-sunken px-6 py-4 phone:px-4 phone:py-2.5',
        // Hidden on a phone while nothing is selected, because the pages say what comes next, and what could not be
        // loaded.
        data.length === 0 && !step && 'phone:hidden',
      )}
    >
      <div className="sm:hidden">
        <FlowTriplet
          inputs={data.length > 0 ? data : [{ name: texts.data }]}
          isTitle
          step={step?.properties.Title ?? texts.step}
          // There is not enough room for three names.
          outputs={step ? [] : [{ name: texts.results }]}
        />
      </div>
      <div className="phone:hidden">
        <FlowStrip tight inputs={inputNodes(panel)} step={<StepTile panel={panel} />} outputs={outputNodes(panel)} />
      </div>
    </div>
  )
}

function inputNodes(panel: StartPanel): StripNode[] {
  if (panel.step) return panel.stepSlots.map((slot) => slotNode(panel, slot))
  const { data } = panel
  if (data.length === 0)
    return [
      {
        key: 'none',
        edge: 'waiting',
        node: <EmptySlot panel={panel} label={texts.data} hint={hintOf(panel)} />,
      },
    ]
  const shown = data.length > SHOWN_FILES ? data.slice(0, SHOWN_FILES - 1) : data
  const nodes = shown.map((file): StripNode => ({ key: file.href, edge: 'still', node: <FileSlot file={file} /> }))
  const rest = data.length - shown.length
  if (rest === 0) return nodes
  const more = <Slot label="and" name={fill(texts.moreFiles, rest)} icon={<FileTile />} />
  return [...nodes, { key: 'more', edge: 'still', node: more }]
}

function hintOf(panel: StartPanel): string {
  return panel.loaded.failed > 0 ? notLoaded(panel) : texts.chooseFiles
}

function notLoaded({ loaded: { failed } }: StartPanel): string {
  return failed === 1 ? texts.fileNotLoaded : fill(texts.filesNotLoadedShort, plural(failed, 'file'))
}

function FileSlot({ file }: { file: ChosenData }) {
  return (
    <Slot
      label={factOf(file)}
      name={<MiddleTruncate text={file.name} />}
      icon={<FileTile mediaType={file.mediaType} />}
    />
  )
}

function slotNode(panel: StartPanel, slot: DataSlotSpecification): StripNode {
  const hrefs = panel.assignment.slots[slot.Name] ?? []
  const files = panel.data.filter((file) => hrefs.includes(file.href))
  const all = panel.spread?.value === 'each' && panel.spread.slot.Name === slot.Name ? panel.data.length : files.length
  const [first] = files
  const label = slot.Title || slot.Name
  if (!first) {
    const hint = slot.MinSlots === 0 ? texts.optional : hintOf(panel)
    return { key: slot.Name, edge: 'waiting', node: <EmptySlot panel={panel} slot={slot} label={label} hint={hint} /> }
  }
  const node = (
    <button type="button" onClick={() => chooseFor(panel, slot)} className="block w-full rounded-lg text-left">
      <Slot
        label={all > 1 ? label : `${label} · ${factOf(first)}`}
        name={all > 1 ? fill(texts.files, all) : <MiddleTruncate text={first.name} />}
        icon={
          panel.misses ? (
            <TriangleAlert aria-hidden="true" className="text-warning" />
          ) : (
            <FileTile mediaType={first.mediaType} />
          )
        }
        className={clsx('hover:border-control', all > 1 && STACKED, panel.misses && 'border-warning! border-dashed!')}
      />
      <span className="sr-only">{texts.chooseOtherData}</span>
    </button>
  )
  return { key: slot.Name, edge: 'still', node }
}

const LOST = 'border-danger! border-solid!'

function LostMark() {
  return (
    <span className="text-danger">
      <FailedIcon />
    </span>
  )
}

interface EmptySlotProps {
  panel: StartPanel
  slot?: DataSlotSpecification
  label: string
  hint: string
}

function EmptySlot({ panel, slot, label, hint }: EmptySlotProps) {
  const isTarget = slot !== undefined && panel.slot.target === slot.Name
  const isLost = panel.loaded.failed > 0 && slot?.MinSlots !== 0
  return (
    <button type="button" onClick={() => chooseFor(panel, slot)} className="block w-full rounded-lg text-left">
      <Slot
        label={slot ? `${label} · ${slotTypesLabel(slot.MediaType)}` : label}
        name={<span className="font-normal text-ink-2">{hint}</span>}
        icon={isLost ? <LostMark /> : <CircleDashed aria-hidden="true" className="text-ink-3" />}
        state={slot?.MinSlots === 0 ? 'waiting' : 'empty'}
        className={clsx(isTarget && 'border-accent!', isLost && LOST)}
      />
      <span className="sr-only">{texts.chooseData}</span>
    </button>
  )
}

function chooseFor(panel: StartPanel, slot: DataSlotSpecification | undefined): void {
  panel.slot.set(slot && panel.stepSlots.length > 1 ? slot.Name : undefined)
  panel.setSection('data')
}

function StepTile({ panel }: { panel: StartPanel }) {
  const { step } = panel
  const isLost = panel.loaded.step.error !== null
  if (!step) {
    return (
      <button type="button" onClick={() => panel.setSection('step')} className="block w-full rounded-lg text-left">
        <Slot
          label={texts.step}
          name={<span className="font-normal text-ink-2">{isLost ? texts.stepNotLoaded : texts.chooseAStep}</span>}
          icon={isLost ? <LostMark /> : <CircleDashed aria-hidden="true" className="text-ink-3" />}
          state="empty"
          {...(isLost && { className: LOST })}
        />
      </button>
    )
  }
  return (
    <button
      type="button"
      onClick={() => panel.setSection('step')}
      className="grid min-h-13 w-full content-center gap-1 rounded-lg border border-line-strong bg-surface px-3 py-2.5 text-left"
    >
      <span className="flex min-w-0 items-center gap-2">
        <Blocks aria-hidden="true" className="text-ink-2" />
        <b className="truncate font-semibold">{step.properties.Title}</b>
      </span>
      <span className="mono-sm truncate text-ink-2">
        {step.properties.FunctionName} {step.properties.Version}
        <span className="sr-only">{texts.orChooseAnotherStep}</span>
      </span>
    </button>
  )
}

function outputNodes({ step }: StartPanel): StripNode[] {
  if (!step) {
    const node = (
      <Slot
        label={texts.results}
        name={<span className="font-normal">{texts.outputOfTheStep}</span>}
        icon={<CircleDashed aria-hidden="true" className="text-ink-3" />}
        state="waiting"
      />
    )
    return [{ key: 'none', edge: 'waiting', node }]
  }
  return step.properties.OutputDataSlotSpecification.map((slot) => ({
    key: slot.Name,
    edge: 'waiting',
    node: (
      <Slot
        {...slotText(slot.Title || slot.Name, slot.MediaType ? slotTypesLabel(slot.MediaType) : texts.result)}
        icon={<FileTile mediaType={slot.MediaType?.split(',')[0]?.trim()} />}
        state="waiting"
      />
    ),
  }))
}

function slotText(title: string, types: string) {
  const name = capitalized(types)
  return { label: title === name ? texts.output : title, name: <span className="font-normal">{name}</span> }
}

function factOf(file: ChosenData): string {
  return transferOf(file.href) === undefined ? formatBytes(file.sizeInBytes) : 'uploading'
}
