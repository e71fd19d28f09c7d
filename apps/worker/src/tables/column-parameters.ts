export const COLUMN = {
  type: ['string', 'null'],
  title: 'Column',
  'x-column-of': 'table',
  'x-column-kind': 'any',
} as const

export const COLUMNS = {
  type: 'array',
  items: { type: 'string' },
  title: 'Columns',
  default: [],
  'x-column-of': 'table',
  'x-column-kind': 'any',
} as const
