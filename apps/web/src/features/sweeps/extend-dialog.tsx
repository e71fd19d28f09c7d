import { isSweepTag } from '@millrace/contracts/sweep-tags'
import { useState } from 'react'
import { RefusedValuesList } from '#components/sweep/refused-values-list.tsx'
import { SweptValues } from '#components/sweep/swept-values.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { inputSlots } from '#lib/job-facts.ts'
import { RefusedValues } from '#lib/refused-values.ts'
import { planOfJob } from '#lib/run-again.ts'
import { useStartSweep } from '#lib/start-sweep.ts'
import { cellsOf, listOf, readValues, valueKey } from '#lib/sweep-values.ts'
import type { Axis } from './axes.ts'
import type { Cell, Scalar } from './board-model.ts'
import * as texts from './texts.ts'

interface ExtendDialogProps {
  sweep: string
  cells: readonly Cell[]
  axes: readonly Axis[]
  onClose: () => void
}

/** Adds values to a sweep. Only combinations that the sweep doesn't have yet are started. */
export function ExtendDialog({ sweep, cells, axes, onClose }: ExtendDialogProps) {
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(axes.map(({ name, kind }) => [name, listOf(valuesOf(cells, name), kind)])),
  )
  const start = useStartSweep(onClose)
  const read = axes.map((axis) => ({ ...axis, ...readValues(typed[axis.name] ?? '', axis.kind) }))
  const known = new Set(cells.map(({ given }) => valueKey(axes.map(({ name }) => given[name]))))
  const wanted = cellsOf(read.map((axis) => ({ name: axis.name, values: 'values' in axis ? axis.values : [] })))
  const missing = wanted.filter((cell) => !known.has(valueKey(axes.map(({ name }) => cell[name]))))
  const reused = wanted.length - missing.length

  function submit() {
    const [first] = cells
    if (!first || missing.length === 0) return
    const { slots, stepHref = '', parameters, tags, name } = planOfJob(first.job)
    const inputs = inputSlots(first.job).map(({ properties }) => slots[properties.Name] ?? [])
    const ownTags = tags.filter((tag) => !isSweepTag(tag))
    const title = name.split(': ').slice(0, -1).join(': ') || name
    start.mutate({ name: title, stepHref, parameters, inputs, tags: ownTags, cells: missing, sweep })
  }

  function words(name: string, value: unknown): string {
    const axis = axes.find((one) => one.name === name)
    return axis ? `${axis.label} ${axis.full(value as Scalar)}` : name
  }

  return (
    <FormDialog
      title={texts.addValues}
      save={missing.length === 0 ? texts.startVerb : fill(texts.start, plural(missing.length, 'job'))}
      working={start.isPending}
      refused={start.error instanceof RefusedValues ? undefined : start.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      {read.map((axis) => (
        <div key={axis.name} className="grid gap-1">
          <label htmlFor={`values-${axis.name}`} className="font-medium">
            {axis.label}
          </label>
          <SweptValues
            id={`values-${axis.name}`}
            kind={axis.kind}
            choices={axis.choices}
            label={axis.label}
            text={typed[axis.name] ?? ''}
            describedBy={'fault' in axis ? `fault-${axis.name}` : undefined}
            invalid={'fault' in axis}
            onChange={(text) => setTyped({ ...typed, [axis.name]: text })}
          />
          {'fault' in axis ? (
            <span id={`fault-${axis.name}`} className="text-xs text-danger">
              {axis.choices ? texts.chooseAValue : axis.fault}
            </span>
          ) : null}
        </div>
      ))}
      <p role="status" className="text-sm text-ink-2">
        {missing.length === 0
          ? texts.allValuesExist
          : fill(texts.combinationsAlreadyThere, plural(missing.length, 'new job'), reused, wanted.length)}
      </p>
      {start.error instanceof RefusedValues ? (
        <div role="alert" className="text-danger">
          <RefusedValuesList error={start.error} words={words} />
        </div>
      ) : null}
    </FormDialog>
  )
}

function valuesOf(cells: readonly Cell[], name: string): unknown[] {
  const values = cells.flatMap(({ given }) => (given[name] === undefined ? [] : [given[name]]))
  return [...new Map(values.map((value) => [valueKey(value), value])).values()]
}
