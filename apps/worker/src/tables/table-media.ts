/** What the table steps take: the usual type first, since it names the slot's icon. */
export const TABLE_MEDIA = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.apache.parquet',
  'application/json',
  'text/plain',
  'application/gzip',
].join(', ')
