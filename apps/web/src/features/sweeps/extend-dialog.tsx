import { isSweepTag } from '@millrace/contracts/sweep-tags'
import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { inputSlots } from '#lib/job-facts.ts'
import { planOfJob } from '#lib/run-again.ts'
import { useStartSweep } from '#lib/start-sweep.ts'
import { cellsOf, listOf, readValues } from '#lib/sweep-values.ts'
import type { Axis } from './axes.ts'
import type { Cell, Scalar } from './board-model.ts'
import * as texts from './texts.ts'

interface ExtendDialogProps {
  sweep: string
  cells: readonly Cell[]
  axes: readonly Axis[]
  onClose: () => void
}

/** Adds values to a sweep. Only combinations that it does not have yet are started. */
export function ExtendDialog({ sweep, cells, axes, onClose }: ExtendDialogProps) {
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(axes.map(({ name }) => [name, listOf(valuesOf(cells, name))])),
  )
  const start = useStartSweep(onClose)
  const read = axes.map(({ name, label }) => ({
    name,
    label,
    ...readValues(typed[name] ?? '', kindOf(valuesOf(cells, name))),
  }))
  const known = new Set(cells.map(({ parameters }) => JSON.stringify(axes.map(({ name }) => parameters[name]))))
  const wanted = cellsOf(read.map((axis) => ({ name: axis.name, values: 'values' in axis ? axis.values : [] })))
  const missing = wanted.filter((cell) => !known.has(JSON.stringify(axes.map(({ name }) => cell[name]))))
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

  return (
    <FormDialog
      title={texts.addValues}
      save={missing.length === 0 ? texts.startVerb : fill(texts.start, plural(missing.length, 'job'))}
      working={start.isPending}
      refused={start.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      {read.map((axis) => (
        <div key={axis.name} className="grid gap-1">
          <label htmlFor={`values-${axis.name}`} className="font-medium">
            {axis.label}
          </label>
          <Input
            id={`values-${axis.name}`}
            value={typed[axis.name] ?? ''}
            onChange={(event) => setTyped({ ...typed, [axis.name]: event.target.value })}
          />
          {'fault' in axis ? <span className="text-xs text-danger">{axis.fault}</span> : null}
        </div>
      ))}
      <p role="status" className="text-sm text-ink-2">
        {missing.length === 0
          ? texts.allValuesExist
          : fill(texts.combinationsAlreadyThere, plural(missing.length, 'new job'), reused, wanted.length)}
      </p>
    </FormDialog>
  )
}

function valuesOf(cells: readonly Cell[], name: string): Scalar[] {
  return [...new Set(cells.flatMap(({ parameters }) => parameters[name] ?? []))]
}

function kindOf(values: readonly Scalar[]) {
  if (values.every((value) => typeof value === 'number')) return 'number'
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : 'string'
}
