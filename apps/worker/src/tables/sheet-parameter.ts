/** The parameter that chooses a sheet of a workbook. */
export const SHEET_PARAMETER = {
  type: ['string', 'null'],
  title: 'Sheet',
  description: 'Of a workbook: the name of the sheet to read. Empty: the first sheet that is not empty.',
  maxLength: 200,
} as const
