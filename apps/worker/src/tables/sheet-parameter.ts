export const SHEET_PARAMETER = {
  type: ['string', 'null'],
  title: 'Sheet',
  description:
    'The sheet of a workbook, or the table of an SQLite database, to read. Leave empty for the first sheet with data.',
  maxLength: 200,
  'x-sheet-of': 'table',
} as const
