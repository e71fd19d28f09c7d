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
   * The folder of the file, such as `2024/gauges`, if it was uploaded in a folder or is a result with a folder. Users
   * can change the folder like any tag, so a step whose results depend on it is not deterministic.
   */
  readonly folder?: string
  /** Downloads the file on first use and returns its path. The downloaded file is deleted when the job ends. */
  path(): Promise<string>
  /**
   * Returns the content as a stream. With a range, returns only that part: `start` and `end` are 0-based and both
   * inclusive. If the file was not downloaded yet and the part is less than half of it, only the part is downloaded,
   * without verifying a checksum.
   */
  stream(range?: { start?: number; end?: number }): Promise<ReadStream>
}

/**
 * The name and type of an output. `suffix` is appended to the stem of the first input's name.
 *
 * @example
 * const path = context.output('cleaned', { suffix: '_clean.parquet', mediaType: 'application/vnd.apache.parquet' })
 */
export interface OutputOptions {
  /**
   * The complete name. Default: the stem of the first input's name (or of the job's name, if there are no inputs),
   * followed by the suffix.
   */
  name?: string
  /** The end of the name, such as `_clean.csv`. Default: `_` and the slot. */
  suffix?: string
  /**
   * The media type. Default: the type for the file extension or, if the extension is unknown, the first type that the
   * slot declares.
   */
  mediaType?: string
  /** The folder of the file, such as `2024/gauges`. The result then has the tag `folder=2024/gauges`. */
  folder?: string
}

/**
 * The job as a running step sees it.
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
  /** The parameters, validated by the server. Parameters that were not set have their default, or null. */
  readonly parameters: Parameters
  /** Returns the file of a single-file slot. Throws a StepError if the slot is empty. */
  input(slot: string): StepInput
  /** Returns all files of a slot, in order. Empty if none was chosen. */
  inputs(slot: string): readonly StepInput[]
  /** Returns a local path for one output. Each further call for the same slot adds another file. */
  output(slot: string, options?: OutputOptions): string
  /** An empty folder for this job, which is also the working directory. The folder is deleted after the job. */
  readonly folder: string
  readonly log: { info(text: string): void; warn(text: string): void }
  /** Reports progress, from 0 to 1. */
  progress(share: number): void
  /**
   * Aborts if the job was canceled or reached its time limit, or if the worker must stop. Half a second later, the
   * process is killed.
   */
  readonly signal: AbortSignal
}
