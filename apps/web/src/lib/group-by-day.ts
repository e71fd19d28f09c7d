import { formatDay } from './format.ts'

export interface Day<T> {
  /** `Today`, `Yesterday` or the date. */
  label: string
  items: T[]
}

/** Groups entries, newest first, by day in the user’s time zone. */
export function groupByDay<T extends { createdAt: string }>(entries: readonly T[], now: Date): Day<T>[] {
  const days: Day<T>[] = []
  for (const entry of entries) {
    const label = labelOf(new Date(entry.createdAt), now)
    const last = days.at(-1)
    if (last?.label === label) last.items.push(entry)
    else days.push({ label, items: [entry] })
  }
  return days
}

function labelOf(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : formatDay(at)
}
