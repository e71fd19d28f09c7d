/** Bytes per second over the last few seconds, so that the number neither jumps nor lags. */
export interface Speed {
  at(totalBytes: number): number
}

const WINDOW_MS = 4000

/** Measures one transfer. Call `at` with its total bytes whenever some were sent; `now` returns milliseconds. */
export function createSpeed(now: () => number = () => performance.now()): Speed {
  // An upload that continues begins with the bytes that were sent earlier.
  let samples: { at: number; bytes: number }[] = []
  return {
    at(bytes) {
      const at = now()
      samples = [...samples.filter((sample) => at - sample.at < WINDOW_MS), { at, bytes }]
      const first = samples[0]
      const elapsed = first ? at - first.at : 0
      return first && elapsed > 0 ? (Math.max(bytes - first.bytes, 0) / elapsed) * 1000 : 0
    },
  }
}
