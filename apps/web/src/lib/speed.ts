/** Measures bytes per second over the last few seconds, so that the value is stable but current. */
export interface Speed {
  at(totalBytes: number): number
}

const WINDOW_MS = 4000

/** Pass the total number of sent bytes to `at` whenever it changes. `now` returns milliseconds. */
export function createSpeed(now: () => number = () => performance.now()): Speed {
  // The first sample is not zero if an upload continues after bytes that were sent earlier.
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
