import { LIMITS } from '@millrace/contracts/limits'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { cellsOf, readValues, type SweptKind, sweptKind } from '#lib/sweep-values.ts'
import * as texts from './texts.ts'

/** One swept parameter as it is typed. */
export interface Axis {
  name: string
  text: string
}

export const AXES_MAX = 2

export type Sweep = ReturnType<typeof useSweep>

/** Which parameters of a form are swept over which values. Without any, the form starts a single job. */
export function useSweep(schema: JsonSchema | undefined, first: readonly Axis[] = []) {
  const [typed, setAxes] = useState(first)
  const properties = schema?.properties ?? {}
  const names = Object.keys(properties).filter((name) => sweptKind(properties[name] ?? {}) !== undefined)
  const axes = typed
    .filter(({ name }) => names.includes(name))
    .map((axis) => ({ ...axis, ...valuesOf(axis, properties[axis.name] ?? {}) }))
  const cells = cellsOf(axes.map(({ name, values }) => ({ name, values })))
  const tooMany =
    cells.length > LIMITS.sweepCellsMax
      ? fill(texts.tooManyJobs, formatCount(cells.length), formatCount(LIMITS.sweepCellsMax))
      : undefined
  return {
    /** The parameters that can be swept, with their titles. */
    options: names.map((name) => ({ value: name, label: properties[name]?.title ?? name })),
    axes,
    setAxes,
    isActive: axes.length > 0,
    cells,
    fault: axes.find(({ fault }) => fault !== undefined)?.fault ?? tooMany,
  }
}

function valuesOf(
  { text }: Axis,
  schema: JsonSchema,
): { kind: SweptKind; values: unknown[]; fault: string | undefined } {
  const kind = sweptKind(schema) ?? 'string'
  const read = readValues(text, kind)
  if ('fault' in read) return { kind, values: [], fault: read.fault }
  for (const value of read.values) {
    const [wrong] = faultsOf(schema, value)
    if (wrong) return { kind, values: read.values, fault: `${JSON.stringify(value)}: ${wrong.message}` }
  }
  return { kind, values: read.values, fault: undefined }
}
