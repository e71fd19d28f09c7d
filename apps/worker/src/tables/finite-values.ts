import { sqlName, sqlText } from '@millrace/tables/sql'

/**
 * Returns SQL that replaces NaN and infinite numbers with null, including those in lists, structs and maps, because
 * JSON has no such numbers.
 */
export function finiteValueSql(value: string, type: string, depth = 0): string {
  if (!/\b(DOUBLE|FLOAT)\b/.test(type)) return value
  if (/^(DOUBLE|FLOAT)$/.test(type)) return `CASE WHEN isfinite(${value}) THEN ${value} END`
  const item = `x${depth}`
  const inner = (one: string, own: string) => finiteValueSql(one, own, depth + 1)
  const [, listed] = /^(.*)\[\d*\]$/s.exec(type) ?? []
  if (listed !== undefined) return `list_transform(${value}, lambda ${item}: ${inner(item, listed)})`
  const [, kind, parts = ''] = /^(STRUCT|MAP)\((.*)\)$/s.exec(type) ?? []
  if (kind === 'MAP') {
    const [, values = ''] = splitAt(parts, ', ')
    const pair = `struct_pack(k := ${item}.key, v := ${inner(`${item}.value`, values)})`
    return `map_from_entries(list_transform(map_entries(${value}), lambda ${item}: ${pair}))`
  }
  const fields = kind === 'STRUCT' ? splitAt(parts, ', ').map((field) => splitAt(field, ' ')) : []
  if (fields.length === 0 || fields.some(({ length }) => length < 2)) return value
  const packed = fields.map(([quoted = '', ...own]) => {
    const name = quoted.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted
    return `${sqlName(name)} := ${inner(`struct_extract(${value}, ${sqlText(name)})`, own.join(' '))}`
  })
  return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${packed.join(', ')}) END`
}

/** Splits a type at a separator that is neither in parentheses nor in quotes. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = []
  let [from, depth, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth > 0 || !text.startsWith(separator, at)) continue
    parts.push(text.slice(from, at))
    from = at + separator.length
  }
  return [...parts, text.slice(from)]
}
