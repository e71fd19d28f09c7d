/** The parameter that chooses a sheet of a workbook. */
export const SHEET_PARAMETER = {
  type: ['string', 'null'],
  title: 'Sheet',
  description: 'The sheet of a workbook, or the table of an SQLite database, to read. Empty: the first one with data.',
  maxLength: 200,
} as const
