const FAILED_MS = 1000
const LOST_MS = 5000

/** How long a job waits for its next attempt after a step failed in a way it called retryable. */
export function pauseAfterFailure(attempt: number): number {
  return FAILED_MS * 4 ** (attempt - 1)
}

/** The same after a worker was lost: perhaps the job took it down, and it needs time to restart. */
export function pauseAfterLoss(attempt: number): number {
  return LOST_MS * 4 ** (attempt - 1)
}
