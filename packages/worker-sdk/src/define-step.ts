import type { ParameterSchema, ParametersOf } from './parameter-types.ts'
import type { StepContext } from './step-context.ts'

/**
 * An input or output slot of a step. `mediaType` is one type or several joined by commas, the usual one first;
 * empty takes anything. `max` null takes any number of files.
 *
 * @example
 * const table: Slot = { name: 'table', title: 'Table', mediaType: 'text/csv, application/vnd.apache.parquet' }
 */
export interface Slot {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mediaType?: string
  /** Fewest files, 1 unless told. */
  readonly min?: number
  /** Most files, 1 unless told; null for any number. */
  readonly max?: number | null
}

/**
 * All there is to a processing step: what people read about it, what it takes and makes, and the function that runs.
 *
 * @example
 * const definition: StepDefinition<typeof parameters> = { functionName: 'head', version: '1.0.0', parameters, run }
 */
export interface StepDefinition<S extends ParameterSchema> {
  /** Letters, digits, `_`, `.` and `-`. With the version it identifies the step. */
  readonly functionName: string
  /** One to three numbers, such as `1.4.0`. */
  readonly version: string
  readonly title?: string
  readonly shortDescription?: string
  readonly longDescription?: string
  readonly parameters?: S
  /** JSON Schema of what `run` returns. */
  readonly returns?: Record<string, unknown>
  readonly inputs?: readonly Slot[]
  readonly outputs?: readonly Slot[]
  readonly tags?: readonly string[]
  /** Does the work. What it returns becomes the job's result and must be JSON below 1 MB. */
  run(context: StepContext<ParametersOf<S>>): Promise<unknown>
}

/**
 * A step a worker can run, as `defineStep` makes it.
 *
 * @example
 * const steps: Step[] = [headTable, profileTable]
 */
export interface Step extends Omit<StepDefinition<ParameterSchema>, 'run'> {
  run(context: StepContext<Record<string, unknown>>): Promise<unknown>
}

/**
 * Describes a processing step. The type of `context.parameters` follows from the JSON Schema.
 *
 * @example
 * export const headTable = defineStep({
 *   functionName: 'head_table',
 *   version: '1.0.0',
 *   title: 'First rows',
 *   parameters: {
 *     type: 'object',
 *     properties: { rows: { type: 'integer', title: 'Rows', default: 10, minimum: 1 } },
 *   },
 *   inputs: [{ name: 'table', title: 'Table', mediaType: 'text/csv' }],
 *   outputs: [{ name: 'head', title: 'First rows', mediaType: 'text/csv' }],
 *   async run({ parameters, input, output }) {
 *     const lines = (await readFile(await input('table').path(), 'utf8')).split('\n')
 *     await writeFile(output('head', { suffix: '_head.csv' }), lines.slice(0, parameters.rows + 1).join('\n'))
 *   },
 * })
 */
export function defineStep<const S extends ParameterSchema>(definition: StepDefinition<S>): Step {
  return definition as unknown as Step
}
