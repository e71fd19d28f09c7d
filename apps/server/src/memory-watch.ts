const SAMPLE_MS = 1000
/** Number of measurements above the limit in a row. A single measurement may precede a garbage collection. */
const TIMES = 3

/** Calls `onExceeded` after three measurements above the limit in a row. Does nothing without a limit. */
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
