/**
 * The parameter that made a step fail. The job's page shows the value with the invalid part underlined, offers the
 * suggestions, and lets the user correct the value in place.
 *
 * @example
 * const parameter: FailedParameter = { name: 'column', wrong: 'discharge', suggestions: ['level_cm'] }
 */
export interface FailedParameter {
  name: string
  /** The invalid part of the string, or the invalid item of the list. If absent, the whole value is invalid. */
  wrong?: string
  /** Where the invalid part starts in the string, in UTF-16 code units. */
  offset?: number
  /** Suggested replacements for the invalid part, best first. */
  suggestions?: readonly string[]
  /** Other parameters that may have to be changed as well. */
  beside?: readonly string[]
}

/**
 * Ends a job with a message for users: what happened, where, and what to do about it. The message is shown unchanged,
 * so it should name the column, row or file and the remedy, and contain no codes. The first sentence becomes a heading
 * on the job's page, and jobs with the same first sentence are grouped. Therefore, mention the file only in the second
 * sentence.
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
 * Ends the attempt but not the job: the job returns to the queue until its attempts are used up. Use this for transient
 * faults, such as a service that does not respond.
 *
 * @example
 * throw new RetryableError('The weather service did not answer within 30 s. The job retries automatically.')
 */
export class RetryableError extends Error {
  override name = 'RetryableError'
}
