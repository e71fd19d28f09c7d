/**
 * The parameter that made a step fail. The job's page shows its value with the wrong part underlined, offers the
 * suggestions, and lets the user correct it in place.
 *
 * @example
 * const parameter: FailedParameter = { name: 'column', wrong: 'discharge', suggestions: ['level_cm'] }
 */
export interface FailedParameter {
  name: string
  /** The wrong part of its text, or the wrong item of its list. Without it, the whole value is wrong. */
  wrong?: string
  /** Where the wrong part starts in the text, in UTF-16 code units. */
  offset?: number
  /** What could replace the wrong part, best first. */
  suggestions?: readonly string[]
  /** Other parameters that may have to change with it. */
  beside?: readonly string[]
}

/**
 * Ends a job with a sentence for users: what happened, where, and what to do about it. The message is shown unchanged, so
 * it should name the column, row or file and the remedy, and contain no codes. Its first sentence is the title of the
 * failed job, and jobs that failed for the same reason are grouped by it: name the file in the second one.
 *
 * @example
 * throw new StepError('Column `discharge` not found. readings.csv has: timestamp, level_cm.', {
 *   parameter: { name: 'column', wrong: 'discharge', suggestions: ['level_cm'] },
 * })
 */
export class StepError extends Error {
  override name = 'StepError'
  readonly parameter: FailedParameter | undefined

  constructor(message: string, { parameter, ...options }: ErrorOptions & { parameter?: FailedParameter } = {}) {
    super(message, options)
    this.parameter = parameter
  }
}

/**
 * Ends the attempt, not the job: the job returns to the queue until its attempts are used up. For transient faults, such
 * as a service that does not respond.
 *
 * @example
 * throw new RetryableError('The weather service did not answer within 30 s. The job retries automatically.')
 */
export class RetryableError extends Error {
  override name = 'RetryableError'
}
