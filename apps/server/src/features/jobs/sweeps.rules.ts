import { LIMITS } from '@millrace/contracts/limits'
import { SWEEP_BY_TAG, SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { labelOf, valueInWords } from '@millrace/parameters/words'
import { placed } from '#problem.ts'
import type { RapidSetup, SweepSetup } from './jobs.rules.ts'

/**
 * The jobs of a sweep. Their names contain their values in the words of the form, and their tags the sweep and the
 * parameters that it varies.
 */
export function cellsOf(
  { Cells, SweepId: _sweep, ...shared }: SweepSetup,
  id: string,
  schema: JsonSchema,
): RapidSetup[] {
  const names = [...new Set(Cells.flatMap((cell) => Object.keys(cell)))]
  const tags = [`${SWEEP_TAG}=${id}`, ...names.map((name) => `${SWEEP_BY_TAG}=${name}`)]
  return Cells.map((cell) => ({
    ...shared,
    Name: `${shared.Name}: ${wordsOfCell(cell, schema)}`.slice(0, LIMITS.jobNameMax),
    Tags: [...(shared.Tags ?? []), ...tags],
    Parameters: { ...(shared.Parameters as object | undefined), ...cell },
  }))
}

/** `IQR, 6`. A single value is preceded by the name of its parameter: `Window 3`. */
function wordsOfCell(cell: Record<string, unknown>, { properties = {} }: JsonSchema): string {
  const words = Object.entries(cell).map(([name, value]) => {
    const field = properties[name] ?? {}
    return { label: labelOf(field, name), value: valueInWords(field, value) }
  })
  const [first] = words
  return first && words.length === 1 ? `${first.label} ${first.value}` : words.map(({ value }) => value).join(', ')
}

/** Says which cell is at fault. */
export function asCell(error: unknown, index: number): never {
  throw placed(error, (pointer) => `/Cells/${index}${pointer}`)
}
