/** Returns the largest amplitude in each of up to `count` equal parts, from 0 to 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const parts = Math.min(count, samples.length)
  return Array.from({ length: parts }, (_, part) => {
    const start = Math.floor((part * samples.length) / parts)
    const end = Math.floor(((part + 1) * samples.length) / parts)
    let peak = 0
    for (let at = start; at < end; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return Math.min(1, peak)
  })
}
