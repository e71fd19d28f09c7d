/** The parameter that chooses a sheet of a workbook. */
export const SHEET_PARAMETER = {
  type: ['string', 'null'],
  title: 'Sheet',
  description: 'Of a workbook or SQLite database: the name of the sheet or table to read. Empty: first with data.',
  maxLength: 200,
} as const
