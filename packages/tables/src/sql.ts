/** Returns a string as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Returns a name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns a number as an SQL literal of type DOUBLE. A plain 0.25 would be a DECIMAL, whose sums can overflow. */
export function sqlDouble(value: number): string {
  return `'${value}'::DOUBLE`
}
