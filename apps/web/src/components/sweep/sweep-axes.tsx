import type { Choice } from '@millrace/parameters/labels'
import { Grid3x3, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Select } from '#components/ui/select.tsx'
import { plural } from '#lib/format.ts'
import { isPerLine, type SweptKind } from '#lib/sweep-values.ts'
import { helpFor, SweptValues } from './swept-values.tsx'
import * as texts from './texts.ts'
import { AXES_MAX, type Axis, type Sweep } from './use-sweep.ts'

/** The swept parameters and their values. A sweep runs one job per combination of values. */
export function SweepAxes({ sweep }: { sweep: Sweep }) {
  const { axes, options, setAxes, cells, fault, isActive } = sweep
  const left = options.filter(({ value }) => !axes.some(({ name }) => name === value))
  const [next] = left
  if (options.length === 0) return null
  const change = (at: number, part: Partial<Axis>) =>
    setAxes(axes.map(({ name, text }, index) => (index === at ? { name, text, ...part } : { name, text })))
  return (
    <section aria-label={texts.sweep} className="mt-6 grid gap-3 border-t border-line pt-4">
      {axes.map((axis, at) => (
        <AxisRow
          key={axis.name}
          axis={axis}
          options={options.filter(({ value }) => value === axis.name || left.some((one) => one.value === value))}
          onChange={(part) => change(at, part)}
          onRemove={() => setAxes(axes.filter((_, index) => index !== at).map(({ name, text }) => ({ name, text })))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {next && axes.length < AXES_MAX ? (
          <Button
            size="sm"
            variant="quiet"
            className="-ml-2.5"
            icon={<Grid3x3 />}
            onClick={() => setAxes([...axes.map(({ name, text }) => ({ name, text })), { name: next.value, text: '' }])}
          >
            {isActive ? texts.sweepASecondParameter : texts.sweepAParameter}
          </Button>
        ) : null}
        {isActive && !fault ? (
          <p role="status" className="text-sm text-ink-2">
            {plural(cells.length, 'job')}, one for each {axes.length > 1 ? 'combination' : 'value'}.
          </p>
        ) : null}
      </div>
    </section>
  )
}

interface AxisRowProps {
  axis: Axis & { kind: SweptKind; choices: readonly Choice[] | undefined; fault: string | undefined }
  options: Sweep['options']
  onChange: (part: Partial<Axis>) => void
  onRemove: () => void
}

function AxisRow({ axis, options, onChange, onRemove }: AxisRowProps) {
  const id = useId()
  const { kind, choices, text, fault } = axis
  const isBelow = isPerLine(kind) || choices !== undefined
  const isFaulty = text !== '' && fault !== undefined
  const values = (
    <SweptValues
      kind={kind}
      choices={choices}
      text={text}
      label={`Values of ${options.find(({ value }) => value === axis.name)?.label ?? axis.name}`}
      describedBy={id}
      invalid={isFaulty}
      onChange={(next) => onChange({ text: next })}
    />
  )
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <Select
          aria-label={texts.sweptParameter}
          className="max-w-60 min-w-36 flex-none basis-2/5"
          value={axis.name}
          onChange={(name) => onChange({ name, text: '' })}
          options={options}
        />
        {isBelow ? <span className="flex-1" /> : values}
        <IconButton label={texts.stopSweeping} icon={<X className="icon-sm" />} onClick={onRemove} />
      </div>
      {isBelow ? values : null}
      <p id={id} className={isFaulty ? 'text-xs text-danger' : 'text-xs text-ink-3'}>
        {isFaulty ? fault : helpFor(kind, choices !== undefined)}
      </p>
    </div>
  )
}
