import { LIMITS } from '@millrace/contracts/limits'
import type { Fault } from '@millrace/contracts/problems'
import { SWEEP_BY_TAG, SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { displayValue, labelOf } from '@millrace/parameters/labels'
import { partsOf } from '@millrace/parameters/pointer'
import { workDataIdOf } from '#links.ts'
import { invalid, Problem } from '#problem.ts'
import type { RapidSetup, SweepSetup } from './jobs.rules.ts'

interface SweptWords {
  schema: JsonSchema
  /** Names of work data, by id. */
  fileNames: ReadonlyMap<string, string>
}

/** Returns the ids of the work data that the sweep varies. */
export function sweptFiles({ Cells }: SweepSetup): string[] {
  return [...new Set(Cells.flatMap((cell) => Object.values(cell).flatMap((value) => fileIdOf(value) ?? [])))]
}

/** Returns the names of the parameters that differ between jobs of the sweep. */
export function sweptNames({ Cells }: SweepSetup): string[] {
  return [...new Set(Cells.flatMap((cell) => Object.keys(cell)))]
}

/**
 * Returns the id of the workflow that the jobs of the sweep run: the work data in the first input slot. Undefined if
 * the slot is empty.
 */
export function definitionOf({ InputDataSlots }: SweepSetup): string | undefined {
  const [url] = InputDataSlots?.[0]?.WorkDataUrls ?? []
  return url === undefined ? undefined : workDataIdOf(url)
}

function fileIdOf(value: unknown): string | undefined {
  return typeof value === 'string' ? workDataIdOf(value) : undefined
}

/**
 * Returns a sweep's jobs. The name of each job shows the values of its cell. The tags name the sweep and the varied
 * parameters.
 */
export function cellsOf(sweep: SweepSetup, id: string, { schema, fileNames }: SweptWords): RapidSetup[] {
  const { Cells, SweepId: _sweep, ...shared } = sweep
  const tags = [`${SWEEP_TAG}=${id}`, ...sweptNames(sweep).map((name) => `${SWEEP_BY_TAG}=${name}`)]
  return Cells.map((cell) => ({
    ...shared,
    Name: `${shared.Name}: ${wordsOfCell(cell, { schema, fileNames })}`.slice(0, LIMITS.jobNameMax),
    Tags: [...(shared.Tags ?? []), ...tags],
    Parameters: { ...(shared.Parameters as object | undefined), ...cell },
  }))
}

/**
 * Formats a cell's values, such as `IQR, 6`, or `Window 3` for a single value. The result contains no `: `, so the last
 * `: ` in a job's name precedes the values.
 */
function wordsOfCell(cell: Record<string, unknown>, { schema: { properties = {} }, fileNames }: SweptWords): string {
  const words = Object.entries(cell).map(([name, value]) => {
    const field = properties[name] ?? {}
    const file = fileNames.get(fileIdOf(value) ?? '')
    return { label: labelOf(field, name), value: file ?? displayValue(field, value) }
  })
  const [first] = words
  const text =
    first && words.length === 1 ? `${first.label} ${first.value}` : words.map(({ value }) => value).join(', ')
  return text.replaceAll(': ', ' ')
}

/**
 * Returns the errors of one cell. Errors in the cell's values, or about swept parameters that the cell lacks, point
 * into the cell. Errors of shared parameters keep their pointers. Rethrows errors of other kinds.
 */
export function faultsOfCell(
  error: unknown,
  index: number,
  { sweep, isWorkflow }: { sweep: SweepSetup; isWorkflow: boolean },
): Fault[] {
  if (!(error instanceof Problem && error.faults)) throw error
  const cell = sweep.Cells[index] ?? {}
  const shared = Object(sweep.Parameters) as object
  const lacked = new Set(sweptNames(sweep).filter((name) => !Object.hasOwn(shared, name)))
  return error.faults.map(({ pointer, message }) => {
    // For a workflow, errors in values of its variables are reported at /variables.
    const own = isWorkflow ? pointer.replace(/^\/variables(?=\/)/, '') : pointer
    const name = partsOf(own)[0] ?? ''
    const isOwn = Object.hasOwn(cell, name) || lacked.has(name)
    return { pointer: isOwn ? `/Cells/${index}${own}` : pointer, message }
  })
}

/** How many errors are reported at most. With more errors, the response would be far larger than the request. */
const FAULTS_MAX = 1000

/** Returns the error for a rejected sweep. Errors that all cells share are reported once. */
export function refusedSweep(faults: readonly Fault[]): Problem {
  const distinct = new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault]))
  return invalid([...distinct.values()].slice(0, FAULTS_MAX))
}
