import { sweptParameters } from '@millrace/contracts/sweep-tags'
import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { humanize } from '@millrace/parameters/labels'
import type { WorkflowReport } from '@millrace/workflows/report'
import { filesIn, outputSlots, parametersOf } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { type SirenDocument, selfHref } from '#lib/siren.ts'
import { valueKey } from '#lib/sweep-values.ts'

export type Scalar = string | number | boolean

/** A file of a cell: the work data itself, or its path in a report. */
export interface CellFile {
  slot: string
  /** 0-based index among the files of that output. */
  at: number
  data: SirenDocument<WorkDataProperties> | undefined
  path: string | undefined
}

/** A combination of parameter values, with its newest job and the results of that job. */
export interface Cell {
  key: string
  job: JobDocument
  parameters: Record<string, Scalar>
  /** All parameters of the job, unconverted. */
  given: Record<string, unknown>
  values: Record<string, Scalar>
  files: CellFile[]
}

const DEPTH_MAX = 3
const VALUES_MAX = 60

/** Returns the parameters that the sweep varies, in the order of their tags. */
export function axesOf(jobs: readonly JobDocument[]): string[] {
  return [...new Set(jobs.flatMap(({ properties }) => sweptParameters(properties.Tags)))]
}

/**
 * Returns the cells of a sweep, sorted by their parameter values. If jobs have the same values, only the newest is
 * included.
 */
export function cellsOf(
  jobs: readonly JobDocument[],
  reports: ReadonlyMap<string, WorkflowReport> = new Map(),
): Cell[] {
  const axes = axesOf(jobs)
  const newest = new Map<string, Cell>()
  for (const job of jobs.toSorted((a, b) => a.properties.CreatedAt.localeCompare(b.properties.CreatedAt))) {
    const all = (parametersOf(job.properties) ?? {}) as Record<string, unknown>
    const parameters = Object.fromEntries(axes.map((name) => [name, scalarOf(all[name])]))
    const key = valueKey(axes.map((name) => all[name] ?? null))
    newest.set(key, { key, job, parameters, given: all, ...resultsOf(job, reports.get(selfHref(job))) })
  }
  return [...newest.values()].toSorted((a, b) => compareBy(axes, a, b))
}

function compareBy(axes: readonly string[], a: Cell, b: Cell): number {
  for (const name of axes) {
    const order = compareScalars(a.parameters[name], b.parameters[name])
    if (order !== 0) return order
  }
  return 0
}

const DIGITS = 6

/**
 * Formats a result: integers with thousands separators, other numbers with up to six significant digits. Returns an
 * empty string for a missing value.
 */
export function shownValue(value: Scalar | undefined): string {
  if (typeof value !== 'number') return String(value ?? '')
  return Number.isInteger(value) ? value.toLocaleString('en-US') : String(Number(value.toPrecision(DIGITS)))
}

/** Compares results. Missing values come last, and numbers within strings are compared by value. */
export function compareScalars(a: Scalar | undefined, b: Scalar | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true })
}

function resultsOf(job: JobDocument, report: WorkflowReport | undefined): Pick<Cell, 'values' | 'files'> {
  if (report) return resultsOfReport(report)
  const { Result, Processing } = job.properties
  if (Processing?.FunctionName === EXECUTE_WORKFLOW) return { values: {}, files: [] }
  const files = outputSlots(job).flatMap((slot) =>
    filesIn(slot).map((data, at) => ({ slot: slot.properties.Name, at, data, path: undefined })),
  )
  return { values: Result === null ? {} : valuesIn(JSON.parse(Result)), files }
}

/**
 * Returns the values that nodes returned, except nodes with several runs, and the named outputs of the workflow or, if
 * it has none, the files of all nodes.
 */
function resultsOfReport({ nodes, outputs }: WorkflowReport): Pick<Cell, 'values' | 'files'> {
  const values = nodes.flatMap(({ id, title, runs }) => {
    const result = runs.findLast(({ state }) => state === 'Completed')?.result
    return runs.length > 1
      ? []
      : Object.entries(valuesIn(result)).map(([path, value]) => [`${title ?? id} › ${path}`, value])
  })
  const named = Object.entries(outputs)
  const all = nodes.map(({ id, title, runs }) => {
    return [title ?? id, runs.flatMap((run) => Object.values(run.outputs).flat())] as const
  })
  const files = (named.length > 0 ? named : all).flatMap(([name, written]) =>
    written.map((file, at) => ({ slot: name, at, data: undefined, path: file.workData })),
  )
  return { values: Object.fromEntries(values.slice(0, VALUES_MAX)), files }
}

/** Returns the key by which files of different cells are matched. */
export function fileKey({ slot, at }: Pick<CellFile, 'slot' | 'at'>): string {
  return JSON.stringify([slot, at])
}

/** Returns the label of a file. The second and later files of an output are numbered. */
export function fileLabel({ slot, at }: Pick<CellFile, 'slot' | 'at'>): string {
  const words = slot.replace(/^\S+/, humanize)
  return at === 0 ? words : `${words} ${at + 1}`
}

/**
 * Returns the numbers, strings and booleans in a returned value, by path, up to `VALUES_MAX`. Arrays, and levels below
 * `DEPTH_MAX`, are left out.
 */
export function valuesIn(result: unknown): Record<string, Scalar> {
  const found: [string, Scalar][] = []
  const visit = (value: unknown, path: string, depth: number) => {
    if (found.length >= VALUES_MAX || value === null || value === undefined) return
    if (typeof value !== 'object') {
      found.push([path === '' ? 'result' : path, value as Scalar])
      return
    }
    if (Array.isArray(value) || depth >= DEPTH_MAX) return
    for (const [key, part] of Object.entries(value)) visit(part, path === '' ? key : `${path}.${key}`, depth + 1)
  }
  visit(result, '', 0)
  return Object.fromEntries(found)
}

function scalarOf(value: unknown): Scalar {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
    ? value
    : (JSON.stringify(value) ?? '')
}

/** Returns the name of the first numeric value in which the cells differ. Undefined if there is none. */
export function varyingNumber(cells: readonly Cell[], names: readonly string[]): string | undefined {
  return names.find((name) => {
    const all = new Set(cells.map(({ values }) => values[name]))
    return all.size > 1 && [...all].some((value) => typeof value === 'number')
  })
}

/**
 * Returns the names of the values that are initially shown: those in which the cells differ or, if they don't differ,
 * the first ones.
 */
export function firstNames(cells: readonly Cell[], names: readonly string[], most: number): string[] {
  const differing = names.filter((name) => new Set(cells.map(({ values }) => values[name])).size > 1)
  return (differing.length > 0 ? differing : names).slice(0, most)
}

/** Returns the names of all values that at least one cell has, numbers first. */
export function valueNames(cells: readonly Cell[]): string[] {
  const names = new Map<string, boolean>()
  for (const { values } of cells) {
    for (const [name, value] of Object.entries(values)) names.set(name, names.get(name) || typeof value === 'number')
  }
  const all = [...names]
  return [...all.filter(([, isNumber]) => isNumber), ...all.filter(([, isNumber]) => !isNumber)].map(([name]) => name)
}
