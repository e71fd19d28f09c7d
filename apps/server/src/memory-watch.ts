const SAMPLE_MS = 1000
/**
 * How many consecutive measurements must exceed the limit. After a single high measurement, a garbage collection may
 * still free memory.
 */
const TIMES = 3

/** Calls `onExceeded` once, after three consecutive measurements above the limit. Does nothing without a limit. */
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
