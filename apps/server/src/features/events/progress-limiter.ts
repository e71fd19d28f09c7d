const INTERVAL_MS = 500

/**
 * Passes on at most two progress values per second for each job: the first value immediately, then the latest value of
 * each interval.
 */
export function progressLimiter(publish: (ownerId: string, jobId: string, value: number) => void) {
  const jobs = new Map<string, { timer: NodeJS.Timeout; latest: number | undefined }>()

  function wait(ownerId: string, jobId: string): NodeJS.Timeout {
    return setTimeout(() => {
      const job = jobs.get(jobId)
      jobs.delete(jobId)
      if (job?.latest !== undefined) report(ownerId, jobId, job.latest)
    }, INTERVAL_MS).unref()
  }

  function report(ownerId: string, jobId: string, value: number): void {
    const job = jobs.get(jobId)
    if (job) job.latest = value
    else {
      jobs.set(jobId, { timer: wait(ownerId, jobId), latest: undefined })
      publish(ownerId, jobId, value)
    }
  }

  return {
    report,
    /** Drops a pending progress value, because the job has changed since. */
    drop(jobId: string): void {
      const job = jobs.get(jobId)
      if (job) job.latest = undefined
    },
    close(): void {
      for (const { timer } of jobs.values()) clearTimeout(timer)
      jobs.clear()
    },
  }
}
