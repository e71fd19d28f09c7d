/** Formats a number with thousands separators: `18204` → `18,204`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** Formats a number with its noun: `1 row`, `2 rows`, `18,204 rows`. */
export function plural(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`
}

/** Joins names: `a, b, c`. After twelve names, only the number of the remaining names follows: `and 3 more`. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ')
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown
}

/** Formats a value for use in a sentence: quoted, shortened, without line breaks. */
export function quoted(value: string): string {
  const line = value.replace(/\s+/g, ' ')
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`
}
