/** A parameter that names one column of the table. */
export const COLUMN = {
  type: ['string', 'null'],
  title: 'Column',
  'x-column-of': 'table',
  'x-column-kind': 'any',
} as const

/** A parameter that names several columns of the table. */
export const COLUMNS = {
  type: 'array',
  items: { type: 'string' },
  title: 'Columns',
  default: [],
  'x-column-of': 'table',
  'x-column-kind': 'any',
} as const
