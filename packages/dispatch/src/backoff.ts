const FAILED_MS = 1000
const LOST_MS = 5000

/** The pause, in ms, before the next attempt after a step reported a retryable failure. `attempt` is the failed one, from 1. */
export function backoffAfterFailure(attempt: number): number {
  return FAILED_MS * 4 ** (attempt - 1)
}

/** The pause, in ms, after a worker was lost. It is longer, because the job may have crashed the worker, which has to restart. */
export function backoffAfterLoss(attempt: number): number {
  return LOST_MS * 4 ** (attempt - 1)
}
