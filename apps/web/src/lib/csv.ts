export type CsvValue = string | number | null | undefined

/** Spreadsheets run text that starts like a formula, even if another user chose it as a name. */
const FORMULA = /^[=+\-@\t\r]/

/** A line of CSV as RFC 4180 describes it. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
