const FAILED_MS = 1000
const LOST_MS = 5000

/** How long a job waits for its next attempt after one that failed for now. */
export function pauseAfterFailure(attempt: number): number {
  return FAILED_MS * 4 ** (attempt - 1)
}

/** How long it waits after one that took its worker along, perhaps: a worker needs its time to be back. */
export function pauseAfterLoss(attempt: number): number {
  return LOST_MS * 4 ** (attempt - 1)
}
