import { LIMITS } from '@millrace/contracts/limits'
import { SWEEP_BY_TAG, SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { placed } from '#problem.ts'
import type { RapidSetup, SweepSetup } from './jobs.rules.ts'

/** The jobs of a sweep. Their names contain their values, and their tags the sweep and the parameters that it varies. */
export function cellsOf({ Cells, SweepId: _sweep, ...shared }: SweepSetup, id: string): RapidSetup[] {
  const names = [...new Set(Cells.flatMap((cell) => Object.keys(cell)))]
  const tags = [`${SWEEP_TAG}=${id}`, ...names.map((name) => `${SWEEP_BY_TAG}=${name}`)]
  return Cells.map((cell) => ({
    ...shared,
    Name: nameOf(shared.Name, cell),
    Tags: [...(shared.Tags ?? []), ...tags],
    Parameters: { ...(shared.Parameters as object | undefined), ...cell },
  }))
}

function nameOf(name: string, cell: Record<string, unknown>): string {
  const values = Object.entries(cell).map(([key, value]) => `${key} ${textOf(value)}`)
  return `${name}: ${values.join(', ')}`.slice(0, LIMITS.jobNameMax)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Says which cell is at fault. */
export function asCell(error: unknown, index: number): never {
  throw placed(error, (pointer) => `/Cells/${index}${pointer}`)
}
