export type CsvValue = string | number | null | undefined

/** Matches text that spreadsheets would run as a formula. A name that another user chose may be such text. */
const FORMULA = /^[=+\-@\t\r]/

/** Formats a line of CSV according to RFC 4180. Text that looks like a formula gets an apostrophe in front. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
