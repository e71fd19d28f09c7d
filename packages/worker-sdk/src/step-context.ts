import type { ReadStream } from 'node:fs'

/**
 * One file of an input slot.
 *
 * @example
 * const table = context.input('table')
 * const text = await readFile(await table.path(), 'utf8')
 */
export interface StepInput {
  readonly slot: string
  readonly index: number
  /** The name people see, such as `readings.csv`. */
  readonly name: string
  readonly mediaType: string
  readonly sizeInBytes: number
  /** Downloads the file on first use and answers where it lies. It is removed when the job is over. */
  path(): Promise<string>
  /** The bytes as a stream, or a part of them: `start` and `end` count from 0, both inclusive. */
  stream(range?: { start?: number; end?: number }): Promise<ReadStream>
}

/**
 * How a result is called. `suffix` is appended to the stem of the first input's name.
 *
 * @example
 * const path = context.output('cleaned', { suffix: '_clean.parquet', mediaType: 'application/vnd.apache.parquet' })
 */
export interface OutputOptions {
  /** The whole name. Without it the name is the first input's stem and the suffix. */
  name?: string
  /** Such as `_clean.csv`. */
  suffix?: string
  /** Without it, the first type the slot declares. */
  mediaType?: string
}

/**
 * What a running step sees of its job.
 *
 * @example
 * async function run(context: StepContext<{ rows: number }>) {
 *   context.log.info(`Keeping ${context.parameters.rows} rows.`)
 *   context.progress(0.5)
 *   await writeFile(context.output('table', { suffix: '_head.csv' }), 'a,b\n1,2\n')
 *   return { rows: 1 }
 * }
 */
export interface StepContext<Parameters> {
  readonly job: { readonly id: string; readonly name: string; readonly attempt: number }
  /** Checked by the server against the schema; defaults are filled in, anything else that was not set is null. */
  readonly parameters: Parameters
  /** The file of a slot that takes one; a StepError when the slot is empty. */
  input(slot: string): StepInput
  /** All files of a slot, in order; empty when nothing was chosen. */
  inputs(slot: string): readonly StepInput[]
  /** A local path to write one result to. Called again for the same slot, it starts the next file of the slot. */
  output(slot: string, options?: OutputOptions): string
  /** An empty folder for this job alone, removed afterwards. It is also the working directory. */
  readonly folder: string
  readonly log: { info(text: string): void; warn(text: string): void }
  /** How much is done, from 0 to 1. */
  progress(share: number): void
  /** Aborts when the job was canceled or its worker has to stop; the process ends half a second later. */
  readonly signal: AbortSignal
}
