/** Returns a string as an SQL literal. A NUL character would end the statement, so it is written as `chr(0)`. */
export function sqlText(text: string): string {
  const literal = `'${text.replaceAll("'", "''")}'`
  return text.includes('\0') ? `(${literal.replaceAll('\0', "' || chr(0) || '")})` : literal
}

/** Returns a name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns a number as an SQL literal of type DOUBLE. A plain 0.25 would be a DECIMAL, whose sums can overflow. */
export function sqlDouble(value: number): string {
  return `'${value}'::DOUBLE`
}
