/** Formats a day as in the search parameters of lists: `2026-11-20`. */
export function dayText(day: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
}
