import { useEffect, useState } from 'react'

/** Returns the current time, updated at an interval, for running durations and relative times. */
export function useNow(everyMs = 1000, enabled = true): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, enabled])
  return now
}
