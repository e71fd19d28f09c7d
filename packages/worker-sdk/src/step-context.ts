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
  /** The file name, such as `readings.csv`. */
  readonly name: string
  readonly mediaType: string
  readonly sizeInBytes: number
  /**
   * The folder of the file, such as `2024/gauges`, if it was uploaded in one or is a result with one. It may be changed like
   * any tag, so a step whose results depend on it is not deterministic.
   */
  readonly folder?: string
  /** Downloads the file on first use and returns its path. It is deleted when the job ends. */
  path(): Promise<string>
  /**
   * The content as a stream, or a part of it: `start` and `end` count from 0, both inclusive. A small part of a file that
   * was not downloaded yet is downloaded alone, without a checksum.
   */
  stream(range?: { start?: number; end?: number }): Promise<ReadStream>
}

/**
 * How an output is named. `suffix` is appended to the stem of the first input's name.
 *
 * @example
 * const path = context.output('cleaned', { suffix: '_clean.parquet', mediaType: 'application/vnd.apache.parquet' })
 */
export interface OutputOptions {
  /** The complete name. Default: the first input's stem and the suffix. */
  name?: string
  /** Such as `_clean.csv`. */
  suffix?: string
  /** Default: the first type that the slot declares. */
  mediaType?: string
  /** The folder of the file, such as `2024/gauges`. The result then has the tag `folder=2024/gauges`. */
  folder?: string
}

/**
 * A running step's view of its job.
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
  /** Validated by the server. Parameters that were not set have their default, or null. */
  readonly parameters: Parameters
  /** The file of a single-file slot. Throws a StepError if the slot is empty. */
  input(slot: string): StepInput
  /** All files of a slot, in order. Empty if none was chosen. */
  inputs(slot: string): readonly StepInput[]
  /** A local path for one output. Each further call for the same slot adds another file. */
  output(slot: string, options?: OutputOptions): string
  /** An empty folder for this job, which is also the working directory. It is deleted afterwards. */
  readonly folder: string
  readonly log: { info(text: string): void; warn(text: string): void }
  /** Reports progress, from 0 to 1. */
  progress(share: number): void
  /** Aborts if the job was canceled or the worker must stop. The process is killed half a second later. */
  readonly signal: AbortSignal
}
