import type { Fault } from '@millrace/contracts/problems'
import { partsOf } from '@millrace/parameters/pointer'
import { ApiProblem } from './api.ts'

/** A swept value that the server refused. */
export interface RefusedValue {
  name: string
  value: unknown
  message: string
}

/** The error for a refused sweep, with the values that can’t be used. */
export class RefusedValues extends Error {
  readonly values: readonly RefusedValue[]
  /** Faults that affect all jobs of the sweep. */
  readonly shared: readonly Fault[]

  constructor(values: readonly RefusedValue[], shared: readonly Fault[], cause: ApiProblem) {
    super(cause.message, { cause })
    this.name = 'RefusedValues'
    this.values = values
    this.shared = shared
  }
}

/**
 * Returns RefusedValues for an error with faults of swept values, and lists each value once. Returns other errors
 * unchanged.
 */
export function refusedValuesIn(error: unknown, cells: readonly Record<string, unknown>[]): unknown {
  if (!(error instanceof ApiProblem)) return error
  const values = new Map<string, RefusedValue>()
  const shared: Fault[] = []
  for (const fault of error.faults) {
    const [place, index, name] = partsOf(fault.pointer)
    if (place !== 'Cells' || name === undefined) {
      shared.push(fault)
      continue
    }
    const one = { name, value: cells[Number(index)]?.[name], message: fault.message }
    values.set(JSON.stringify(one), one)
  }
  return values.size > 0 ? new RefusedValues([...values.values()], shared, error) : error
}
