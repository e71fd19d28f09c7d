/**
 * Ends a job with a sentence for users: what happened, where, and what to do about it. The message is shown unchanged, so
 * it should name the column, row or file and the remedy, and contain no codes.
 *
 * @example
 * throw new StepError('Column `discharge` is not in readings.csv. It has: timestamp, level_cm. Choose one of these.')
 */
export class StepError extends Error {
  override name = 'StepError'
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
