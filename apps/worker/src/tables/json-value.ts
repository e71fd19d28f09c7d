import { sqlName } from '@millrace/tables/sql'

const NESTED = /\[\d*\]$|^(STRUCT|MAP|UNION)\(/

/** Whether values of the engine type are lists, structs or maps. */
export function isNested(type: string): boolean {
  return NESTED.test(type)
}

/** SQL for a list, struct or map as JSON text, for formats that only have text. */
export function jsonTextSql({ name, type }: { name: string; type: string }): string {
  return `to_json(${jsonValueSql({ name, type })})::VARCHAR`
}

/** SQL for the value of a column in a JSON file. JSON has no infinite numbers. */
export function jsonValueSql({ name, type }: { name: string; type: string }): string {
  const value = sqlName(name)
  const finite = (number: string) => `CASE WHEN isfinite(${number}) THEN ${number} END`
  if (/^(DOUBLE|FLOAT)$/.test(type)) return finite(value)
  return /^(DOUBLE|FLOAT)\[\d*\]$/.test(type) ? `list_transform(${value}, lambda x: ${finite('x')})` : value
}
