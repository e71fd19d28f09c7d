/** A text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A number as an SQL literal of type DOUBLE. A plain literal such as 0.25 is a DECIMAL, whose sums can overflow. */
export function sqlDouble(value: number): string {
  return `'${value}'::DOUBLE`
}
