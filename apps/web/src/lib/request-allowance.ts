/**
 * Counts automatic requests against an allowance of `most` requests at once, which refills at `perSecond`. No wait
 * exceeds `longestMs`.
 */
export function requestAllowance({ most, perSecond, longestMs }: Record<'most' | 'perSecond' | 'longestMs', number>) {
  let left = most
  let countedAt = performance.now()

  function refill(): void {
    const now = performance.now()
    left = Math.min(most, left + ((now - countedAt) / 1000) * perSecond)
    countedAt = now
  }

  return {
    spend(requests: number): void {
      refill()
      left = Math.max(left - requests, -(longestMs / 1000) * perSecond)
    },
    waitMs(): number {
      refill()
      return Math.max(0, (-left / perSecond) * 1000)
    },
  }
}
