import { LIMITS } from '@millrace/contracts/limits'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { displayValue, labelOf } from '@millrace/parameters/labels'
import { useMemo, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { cellsOf, listedChoices, readValues, type SweptKind, sweptKind } from '#lib/sweep-values.ts'
import * as texts from './texts.ts'

/** A swept parameter and its values as typed. */
export interface Axis {
  name: string
  text: string
}

export const AXES_MAX = 2

export type Sweep = ReturnType<typeof useSweep>

/** State of a sweep: the swept parameters of a form and their values. Without any, the form starts one job. */
export function useSweep(schema: JsonSchema | undefined, first: readonly Axis[] = []) {
  const [typed, setAxes] = useState(first)
  const properties = schema?.properties ?? {}
  const names = sweepableNames(properties)
  const axes = typed
    .filter(({ name }) => names.includes(name))
    .map((axis) => {
      const field = properties[axis.name] ?? {}
      return { ...axis, ...valuesOf(axis, field), choices: listedChoices(field) }
    })
  const cells = cellsOf(axes.map(({ name, values }) => ({ name, values })))
  const tooMany =
    cells.length > LIMITS.sweepCellsMax
      ? fill(texts.tooManyJobs, formatCount(cells.length), formatCount(LIMITS.sweepCellsMax))
      : undefined
  return {
    options: names.map((name) => ({ value: name, label: labelOf(properties[name] ?? {}, name) })),
    /** Formats a parameter’s value: `Window 51`. For files, only the label, because their names are not known here. */
    words: (name: string, value: unknown) => {
      const field = properties[name] ?? {}
      const label = labelOf(field, name)
      return sweptKind(field) === 'work-data' ? label : `${label} ${displayValue(field, value)}`
    },
    axes,
    setAxes,
    isActive: axes.length > 0,
    cells,
    fault: axes.find(({ fault }) => fault !== undefined)?.fault ?? tooMany,
  }
}

/** Returns the parameters whose values are typed in one line first, then JSON, then work data. */
function sweepableNames(properties: Record<string, JsonSchema>): string[] {
  const found = Object.entries(properties).flatMap(([name, schema]) => {
    const kind = sweptKind(schema)
    return kind === undefined ? [] : [{ name, kind }]
  })
  const last: readonly SweptKind[] = ['json', 'work-data']
  const rank = (kind: SweptKind) => last.indexOf(kind)
  return found.toSorted((a, b) => rank(a.kind) - rank(b.kind)).map(({ name }) => name)
}

/** Schemas for a form in which swept parameters need no value: one to draw the form, and one to check its values. */
export interface SweptSchemas {
  schema: JsonSchema | undefined
  checked: JsonSchema | undefined
}

/** Memoized `withoutSwept`. `axes` itself can’t be a dependency, because it is a new array in each render. */
export function useWithoutSwept(schema: JsonSchema | undefined, { axes }: Pick<Sweep, 'axes'>): SweptSchemas {
  const names = JSON.stringify(axes.map(({ name }) => name))
  return useMemo(() => withoutSwept(schema, JSON.parse(names) as string[]), [schema, names])
}

/**
 * Returns schemas in which swept parameters are optional and, for the check, may have any value: their controls are
 * hidden, so users couldn’t fix a fault.
 */
export function withoutSwept(schema: JsonSchema | undefined, swept: readonly string[]): SweptSchemas {
  if (!schema || swept.length === 0) return { schema, checked: schema }
  const required = schema.required?.filter((name) => !swept.includes(name))
  const drawn = required ? { ...schema, required } : schema
  const unchecked = Object.fromEntries(swept.map((name) => [name, {}]))
  return { schema: drawn, checked: { ...drawn, properties: { ...schema.properties, ...unchecked } } }
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
