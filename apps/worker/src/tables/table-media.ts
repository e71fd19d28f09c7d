/** What the table steps accept: the most common type first, because it determines the slot's icon. */
export const TABLE_MEDIA = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.apache.parquet',
  'application/json',
  'text/plain',
  'application/gzip',
].join(', ')
