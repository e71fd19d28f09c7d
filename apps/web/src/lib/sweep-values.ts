import { Budget } from '@millrace/parameters/budget'
import { canonical } from '@millrace/parameters/canonical'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { type Choice, choicesOf } from '@millrace/parameters/labels'
import { isRecord } from '@millrace/parameters/pointer'

/** The values of one swept parameter, or the fault of the text. */
export type ReadValues = { values: unknown[] } | { fault: string }

const RANGE = /^(-?[\d.]+(?:e-?\d+)?)\s*\.\.\s*(-?[\d.]+(?:e-?\d+)?)(?:\s+by\s+([\d.]+(?:e-?\d+)?))?$/i
const VALUES_MAX = 500

/** Maximum number of characters of a line shown in a message. */
const SHOWN = 40

/** `json` for lists and objects, `work-data` for files. */
export type SweptKind = 'number' | 'integer' | 'boolean' | 'string' | 'json' | 'work-data'

/** Returns how a parameter can be swept. Undefined for lists of work data, which can’t be. */
export function sweptKind(schema: JsonSchema): SweptKind | undefined {
  if (schema.format === 'work-data') return 'work-data'
  if (isRecord(schema.items) && schema.items.format === 'work-data') return undefined
  const types = [schema.type ?? (schema.enum ? typeof schema.enum[0] : undefined)].flat()
  return (['integer', 'number', 'boolean', 'string'] as const).find((kind) => types.includes(kind)) ?? 'json'
}

/** Returns the possible values of a parameter, if the schema lists them. */
export function listedChoices(field: JsonSchema): Choice[] | undefined {
  const kind = sweptKind(field)
  if (kind === undefined || isPerLine(kind)) return undefined
  const found = choicesOf(field).filter(({ value }) => value !== null)
  return found.length > 0 ? found : undefined
}

/** Returns whether values of this kind are written one per line. */
export function isPerLine(kind: SweptKind): boolean {
  return kind === 'json' || kind === 'work-data'
}

/**
 * Parses a list such as `1, 2, 5`, a range such as `0..10 by 2`, or both. A string that contains a comma must be
 * quoted, as in CSV. JSON values and URLs of work data are one per line. Duplicate values are removed.
 */
export function readValues(text: string, kind: SweptKind): ReadValues {
  if (isPerLine(kind)) return readLines(text, kind)
  const parts = partsOf(text)
  if (parts.length === 0) return { fault: 'Enter values, such as 1, 2, 5 or 0..10 by 2.' }
  const values: unknown[] = []
  for (const part of parts) {
    const read = readPart(part, kind)
    if ('fault' in read) return read
    values.push(...read.values)
    if (values.length > VALUES_MAX) return { fault: `A parameter can have up to ${VALUES_MAX} values.` }
  }
  return { values: [...new Set(values)] }
}

function readLines(text: string, kind: SweptKind): ReadValues {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  if (lines.length === 0) {
    return { fault: kind === 'json' ? 'Enter values as JSON, one per line.' : 'Choose the work data to run on.' }
  }
  if (lines.length > VALUES_MAX) return { fault: `A parameter can have up to ${VALUES_MAX} values.` }
  if (kind === 'work-data') return { values: [...new Set(lines)] }
  const values = new Map<string, unknown>()
  for (const line of lines) {
    const { value, fault } = readJson(line)
    if (fault !== undefined) return { fault: `“${line.slice(0, SHOWN)}” is not JSON.` }
    values.set(valueKey(value), value)
  }
  return { values: [...values.values()] }
}

/** Returns a key that is the same for equal values, even if the server has reordered the keys of objects. */
export function valueKey(value: unknown): string {
  return canonical(value, new Budget())
}

function readJson(text: string): { value?: unknown; fault?: true } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: true }
  }
}

function partsOf(text: string): string[] {
  return [...text.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g)]
    .map(([part, quoted]) => (quoted === undefined ? part.trim() : quoted.replaceAll('""', '"')))
    .filter((part) => part !== '')
}

/** Formats values so that `readValues` can parse them. */
export function listOf(values: readonly unknown[], kind: SweptKind): string {
  if (isPerLine(kind)) return values.map((value) => (kind === 'json' ? JSON.stringify(value) : value)).join('\n')
  return values
    .map(String)
    .map((text) => (/[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(', ')
}

function readPart(part: string, kind: SweptKind): ReadValues {
  if (kind === 'string') return { values: [part] }
  if (kind === 'boolean') {
    if (part === 'true' || part === 'false') return { values: [part === 'true'] }
    return { fault: `“${part}” is neither true nor false.` }
  }
  const [, from, to, by = '1'] = RANGE.exec(part) ?? []
  if (from !== undefined && to !== undefined) return range(Number(from), Number(to), Number(by))
  const number = Number(part)
  return Number.isFinite(number) ? { values: [number] } : { fault: `“${part}” is not a number.` }
}

/** Multiplies the step instead of adding it repeatedly, so that rounding errors don’t accumulate. */
function range(from: number, to: number, by: number): ReadValues {
  if (![from, to, by].every(Number.isFinite) || by <= 0 || to < from) {
    return { fault: 'A range goes from the smaller to the larger number, such as 0..10 by 2.' }
  }
  const steps = Math.floor((to - from) / by + 1e-9)
  if (steps >= VALUES_MAX) return { fault: `A parameter can have up to ${VALUES_MAX} values.` }
  const digits = Math.max(digitsOf(from), digitsOf(by))
  return { values: Array.from({ length: steps + 1 }, (_, at) => Number((from + at * by).toFixed(digits))) }
}

function digitsOf(number: number): number {
  return Math.min(12, String(number).split('.')[1]?.length ?? 0)
}

/** Returns every combination of the values of the swept parameters. */
export function cellsOf(axes: readonly { name: string; values: readonly unknown[] }[]): Record<string, unknown>[] {
  return axes.reduce<Record<string, unknown>[]>(
    (cells, { name, values }) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  )
}
