const FAILED_MS = 1000
const LOST_MS = 5000

/** Returns the pause after a retryable failure, in ms. `attempt` is the 1-based number of the failed attempt. */
export function backoffAfterFailure(attempt: number): number {
  return FAILED_MS * 4 ** (attempt - 1)
}

/**
 * Returns the pause after a worker was lost, in ms. This pause is longer, because the job may have crashed the worker.
 */
export function backoffAfterLoss(attempt: number): number {
  return LOST_MS * 4 ** (attempt - 1)
}
