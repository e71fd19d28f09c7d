/**
 * Ends a job with a sentence for a person: what happened, to which thing, and what to do about it.
 * The message is shown as it is, so it names the column, row or file and the remedy, and no codes.
 *
 * @example
 * throw new StepError('Column `discharge` is not in readings.csv. It has: timestamp, level_cm. Choose one of these.')
 */
export class StepError extends Error {
  override name = 'StepError'
}

/**
 * Ends the attempt, not the job: the job goes back to the queue until its attempts are used up. For faults that pass
 * by themselves, such as another service that does not answer.
 *
 * @example
 * throw new RetryableError('The weather service did not answer within 30 s. The job tries again by itself.')
 */
export class RetryableError extends Error {
  override name = 'RetryableError'
}
