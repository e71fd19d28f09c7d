import type { Fault } from '@millrace/contracts/problems'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { sameJson, valueAt, withValueAt } from '@millrace/parameters/pointer'
import { useCallback, useId, useMemo, useState } from 'react'
import type { SqlTable, TryQuery } from '#lib/sql-tables.ts'
import { columnFaults, type SlotColumns } from './columns.ts'
import { type Parameters, sameValue } from './defaults.ts'
import { jumpTo } from './jump-to.ts'
import { schemaAt } from './label-at.ts'

export type FormMode = 'form' | 'json'

export interface ParameterFormOptions {
  /** Prepared by `readSchema`; undefined for a step without parameters. */
  schema: JsonSchema | undefined
  /** A less strict schema to check values with, instead of `schema`. */
  checked?: JsonSchema | undefined
  value: Parameters
  onChange: (value: Parameters) => void
  /** The values that reset buttons restore. */
  defaults: Parameters
  columns?: readonly SlotColumns[]
  tables?: readonly SqlTable[]
  tryQuery?: TryQuery | undefined
}

/** Text in the JSON editor that is not a valid JSON object yet, and why. */
export interface UnreadText {
  text: string
  fault: string
}

export type ParameterForm = ReturnType<typeof useParameterForm>

const NO_COLUMNS: readonly SlotColumns[] = []
const NO_TABLES: readonly SqlTable[] = []

/**
 * State of a parameter form: all faults, the faults to show, and the server’s errors. A field’s fault is shown once the
 * user has left the field; all faults are shown after `jumpTo`. `SchemaForm` draws the form, and
 * `ProblemSummary` lists the problems.
 */
export function useParameterForm({
  schema,
  checked = schema,
  value,
  onChange,
  defaults,
  columns = NO_COLUMNS,
  tables = NO_TABLES,
  tryQuery,
}: ParameterFormOptions) {
  const id = useId()
  const [mode, setMode] = useState<FormMode>('form')
  const [unread, setUnread] = useState<UnreadText & { value: Parameters }>()
  const [revision, setRevision] = useState(0)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const [refused, setRefused] = useState<{ faults: readonly Fault[]; value: Parameters }>()

  const currentUnread = unread && sameJson(unread.value, value) ? unread : undefined
  const textFault = mode === 'json' ? currentUnread?.fault : undefined

  const faults = useMemo(() => {
    const own = checked ? withColumnFaults(faultsOf(checked, value), columnFaults(checked, value, columns)) : []
    const served = (refused?.faults ?? []).filter(
      (fault) => hasField(schema, fault.pointer) && stillStands(fault, refused?.value, value),
    )
    const text = textFault ? [{ pointer: '', message: textFault }] : []
    return [...text, ...served, ...own.filter((fault) => !served.some((other) => other.pointer === fault.pointer))]
  }, [schema, checked, value, columns, refused, textFault])

  const shown = useMemo(() => {
    const isShown = (fault: Fault) => all || touched.has(fault.pointer) || (refused?.faults.includes(fault) ?? false)
    return new Map(faults.filter(isShown).map((fault) => [fault.pointer, fault.message]))
  }, [faults, all, touched, refused])

  return {
    id,
    schema,
    value,
    onChange,
    defaults,
    columns,
    tables,
    tryQuery,
    mode,
    setMode,
    /** Text in the JSON editor that isn’t a JSON object. It is kept while the form is shown. */
    unread: currentUnread,
    keepUnread: (text: UnreadText | undefined) => setUnread(text && { ...text, value }),
    /** Replaces all values, including invalid JSON. */
    replace: (next: Parameters) => {
      setRevision(revision + 1)
      setUnread(undefined)
      onChange(next)
    },
    revision,
    faults,
    shown,
    changedCount: schema ? changedFields(schema, value, defaults) : 0,
    touch: useCallback((pointer: string) => {
      setTouched((before) => (before.has(pointer) ? before : new Set([...before, pointer])))
    }, []),
    reset: (pointer: string) => onChange(withValueAt(value, pointer, valueAt(defaults, pointer)) as Parameters),
    /** Shows the server’s errors at their fields until the values of those fields change. */
    refuse: (served: readonly Fault[]) => setRefused({ faults: served, value }),
    jumpTo: (pointer: string) => {
      setAll(true)
      setMode('form')
      jumpTo(id, pointer)
    },
  }
}

function withColumnFaults(own: Fault[], columns: Fault[]): Fault[] {
  return [...own, ...columns.filter((fault) => !own.some((other) => other.pointer === fault.pointer))]
}

/** The server’s errors that belong to no field can’t be fixed in the form, so they don’t block a retry. */
function hasField(schema: JsonSchema | undefined, pointer: string): boolean {
  return schema !== undefined && pointer !== '' && schemaAt(schema, pointer) !== undefined
}

function stillStands(fault: Fault, then: Parameters | undefined, now: Parameters): boolean {
  return sameJson(valueAt(then, fault.pointer), valueAt(now, fault.pointer))
}

function changedFields(schema: JsonSchema, value: Parameters, defaults: Parameters): number {
  return Object.keys(schema.properties ?? {}).filter((name) => !sameValue(value[name], defaults[name])).length
}
