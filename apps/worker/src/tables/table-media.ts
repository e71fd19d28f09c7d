/** Media types that table steps accept. The first type determines the slot's icon, so it is the most common one. */
export const TABLE_MEDIA = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.apache.parquet',
  'application/vnd.apache.arrow.file',
  'application/vnd.sqlite3',
  'application/json',
  'application/geo+json',
  'text/plain',
  'application/gzip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  'application/vnd.oasis.opendocument.spreadsheet',
].join(', ')
