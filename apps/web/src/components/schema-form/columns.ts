import type { ColumnKind, PreviewColumn } from '@millrace/contracts/previews'
import type { Fault } from '@millrace/contracts/problems'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { isRecord, pointerOf } from '@millrace/parameters/pointer'
import { fill } from '#lib/fill.ts'
import type { Parameters } from './defaults.ts'
import * as texts from './texts.ts'

/** The columns of the file chosen for an input slot. */
export interface SlotColumns {
  slot: string
  fileName: string
  columns: PreviewColumn[]
  /** Whether the file has more columns. The preview of a wide file lists only the first ones. */
  hasMore?: boolean
  /** The sheets of a workbook, or the tables of a database. */
  sheets?: readonly string[]
}

/**
 * Returns the columns that fit a field with `x-column-of`, and their file. Undefined for other fields, and until the
 * columns are known.
 */
export function columnsFor(schema: JsonSchema, known: readonly SlotColumns[]): SlotColumns | undefined {
  const slot = schema['x-column-of'] ?? schema.items?.['x-column-of']
  const source = known.find((candidate) => candidate.slot === slot)
  if (!source) return undefined
  const kinds = kindsOf(schema)
  const fits = ({ Kind, AlmostKind }: PreviewColumn) =>
    kinds.length === 0 || kinds.includes(Kind) || (AlmostKind !== null && kinds.includes(AlmostKind))
  return { ...source, columns: source.columns.filter(fits) }
}

function kindsOf(schema: JsonSchema): ColumnKind[] {
  const asked = schema['x-column-kind'] ?? schema.items?.['x-column-kind'] ?? []
  const kinds = Array.isArray(asked) ? asked : [asked]
  return kinds.filter((kind) => kind !== 'any')
}

/** Returns the sheets of the file for a field with `x-sheet-of`. Empty if the file has only one sheet. */
export function sheetsFor(schema: JsonSchema, known: readonly SlotColumns[]): readonly string[] {
  const sheets = known.find(({ slot }) => slot === schema['x-sheet-of'])?.sheets ?? []
  return sheets.length > 1 ? sheets : []
}

/**
 * Returns the chosen sheets by slot. A sheet is chosen in a field with `x-sheet-of`; slots without a choice are left
 * out.
 */
export function chosenSheets(schema: JsonSchema, value: Parameters): Record<string, string> {
  const chosen = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const [slot, sheet] = [child['x-sheet-of'], value[name]]
    return slot !== undefined && typeof sheet === 'string' && sheet !== '' ? [[slot, sheet] as const] : []
  })
  return Object.fromEntries(chosen)
}

/** Returns the input slots whose columns or sheets the schema refers to. */
export function slotsWithColumns(schema: JsonSchema): string[] {
  const own = schema['x-column-of'] ?? schema['x-sheet-of']
  const children = [...Object.values(schema.properties ?? {}), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  if (schema.items) children.push(schema.items)
  return [...new Set([...(own === undefined ? [] : [own]), ...children.flatMap(slotsWithColumns)])]
}

/** Fills empty required column fields with the first fitting unused column, so a job can start with defaults. */
export function withColumnGuesses(schema: JsonSchema, value: Parameters, known: readonly SlotColumns[]): Parameters {
  const guessed = { ...value }
  for (const name of schema.required ?? []) {
    const child = schema.properties?.[name]
    const source = child ? columnsFor(child, known) : undefined
    if (!child || !source || !isUnset(guessed[name])) continue
    const taken = Object.values(guessed).flatMap((entry) => (Array.isArray(entry) ? entry : [entry]))
    const free = source.columns.find((column) => !taken.includes(column.Name))
    if (free) guessed[name] = child.type === 'array' ? [free.Name] : free.Name
  }
  return guessed
}

function isUnset(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === '' || (isRecord(value) && Object.keys(value).length === 0)
}

/**
 * Returns a fault for each field with a column name that the file lacks, such as one from another file or an earlier
 * job. A wide file has no faults, because not all of its columns are known.
 */
export function columnFaults(schema: JsonSchema, value: Parameters, known: readonly SlotColumns[]): Fault[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const slot = child['x-column-of'] ?? child.items?.['x-column-of']
    const source = known.find((candidate) => candidate.slot === slot)
    if (!source || source.hasMore) return []
    const chosen = value[name]
    const names = (Array.isArray(chosen) ? chosen : [chosen]).filter(
      (entry) => typeof entry === 'string' && entry !== '',
    )
    const missing = names.filter((column) => !source.columns.some((candidate) => candidate.Name === column))
    if (missing.length === 0) return []
    const message = fill(texts.columnNotFound, missing[0], source.fileName)
    return [{ pointer: pointerOf([name]), message }]
  })
}
