/** Formats a time within a recording, such as `1:04` or `1:00:04`. Short recordings show tenths: `0:00.6`. */
export function clockText(seconds: number, isShort = false): string {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  const clock = shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
  return isShort ? `${clock}.${Math.floor(seconds * 10) % 10}` : clock
}
