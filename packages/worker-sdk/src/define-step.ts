import type { ParameterSchema, ParametersOf } from './parameter-types.ts'
import type { StepContext } from './step-context.ts'

/**
 * An input or output slot of a step. `mediaType` is one type, or several types separated by commas with the most common
 * type first. A type may be a family such as `text/*` or `application/*+json`. If empty, any type is accepted. If `max`
 * is null, any number of files is accepted.
 *
 * @example
 * const table: Slot = { name: 'table', title: 'Table', mediaType: 'text/csv, application/vnd.apache.parquet' }
 */
export interface Slot {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mediaType?: string
  /** Minimum number of files; 1 by default. */
  readonly min?: number
  /** Maximum number of files; 1 by default, null for any number. */
  readonly max?: number | null
}

/**
 * A small input file of an example, as text or as base64-encoded bytes.
 *
 * @example
 * const file: ExampleFile = { name: 'levels.csv', text: 'time,level\n2024-01-01,3\n' }
 */
export interface ExampleFile {
  readonly name: string
  readonly text?: string
  readonly base64?: string
}

/**
 * A job that users can run immediately from the step's page.
 *
 * @example
 * const example: StepExample = {
 *   title: 'Keep two rows',
 *   parameters: { rows: 2 },
 *   inputs: { table: [{ name: 'levels.csv', text: 'level\n1\n2\n3\n' }] },
 * }
 */
export interface StepExample {
  readonly title: string
  readonly description?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The input files by slot. */
  readonly inputs: Readonly<Record<string, readonly ExampleFile[]>>
}

/**
 * The complete definition of a processing step: its texts, its inputs, outputs and parameters, and the function to run.
 *
 * @example
 * const definition: StepDefinition<typeof parameters> = { functionName: 'head', version: '1.0.0', parameters, run }
 */
export interface StepDefinition<S extends ParameterSchema> {
  /**
   * Letters, digits, `_`, `.` and `-`, starting with a letter or `_`. The function name and the version identify the
   * step.
   */
  readonly functionName: string
  /** One to three numbers with an optional suffix, such as `1.4.0` or `2.0-beta`. */
  readonly version: string
  readonly title?: string
  readonly shortDescription?: string
  readonly longDescription?: string
  readonly parameters?: S
  /**
   * JSON Schema of the value that `run` returns. A property may have a `title` and an `x-unit`, which the page of a job
   * shows.
   */
  readonly returns?: Record<string, unknown>
  readonly inputs?: readonly Slot[]
  readonly outputs?: readonly Slot[]
  readonly tags?: readonly string[]
  /**
   * Whether the step always returns the same value and writes the same files for the same parameters and input files.
   * Input files count as the same only if their names and media types are the same, too. Finished runs are reused only
   * if this is true.
   */
  readonly deterministic?: boolean
  /** The sections of the catalog that list the step, such as `Tables`. */
  readonly categories?: readonly string[]
  /** Goals of people who need the step, in their own words, such as `average per month`. Search includes them. */
  readonly tasks?: readonly string[]
  /** The name of an icon, such as `filter`. */
  readonly icon?: string
  /**
   * Output slots that a job's page shows first. If the list also contains the name of a returned value, the page shows
   * all returned values at that position.
   */
  readonly showFirst?: readonly string[]
  readonly examples?: readonly StepExample[]
  /** Time limit of one attempt of a job, in seconds; 1 hour by default. The owner’s plan may allow less. */
  readonly timeLimitSeconds?: number
  /** Runs the step. The return value becomes the job's result and must be JSON of at most 900 kB. */
  run(context: StepContext<ParametersOf<S>>): Promise<unknown>
}

/**
 * A step that a worker can run, created by `defineStep`.
 *
 * @example
 * const steps: Step[] = [headTable, profileTable]
 */
export interface Step extends Omit<StepDefinition<ParameterSchema>, 'run'> {
  run(context: StepContext<Record<string, unknown>>): Promise<unknown>
}

/**
 * Defines a processing step. The type of `context.parameters` is inferred from the JSON Schema.
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
