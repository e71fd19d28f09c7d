const SAMPLE_MS = 1000
/** Number of measurements above the limit in a row. A single measurement may precede a garbage collection. */
const TIMES = 3

/**
 * Calls `onExceeded` once this process has used more memory than the limit in three measurements in a row. Without a
 * limit, nothing is measured.
 */
export function watchMemory(limitBytes: number | undefined, onExceeded: (bytes: number) => void): void {
  if (limitBytes === undefined) return
  let times = 0
  const sampling = setInterval(() => {
    const bytes = process.memoryUsage.rss()
    times = bytes > limitBytes ? times + 1 : 0
    if (times < TIMES) return
    clearInterval(sampling)
    onExceeded(bytes)
  }, SAMPLE_MS)
  sampling.unref()
}
