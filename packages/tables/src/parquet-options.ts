const ROW_GROUP_CELLS = 2_000_000
const KEPT_CELLS = 800_000
/** Memory for all dictionaries. The dictionary of a text column is allocated in full while the column is written. */
const DICTIONARIES_BYTES = 16_000_000
const DICTIONARY_BYTES = { most: 1_048_576, least: 16_384 }

/**
 * Returns the options for writing a Parquet file. Row groups are held in memory, so those of wide tables have fewer
 * rows.
 */
export function parquetOptions(columns: number, compression: string): string {
  return optionsFor(columns, { cells: ROW_GROUP_CELLS, compression })
}

/** Returns the options for temporary files of a step: smaller row groups, no compression. */
export function scratchOptions(columns: number): string {
  return optionsFor(columns, { cells: KEPT_CELLS, compression: 'uncompressed' })
}

function optionsFor(columns: number, { cells, compression }: { cells: number; compression: string }): string {
  const rows = Math.min(122_880, Math.max(2048, Math.floor(cells / columns / 2048) * 2048))
  const { most, least } = DICTIONARY_BYTES
  const dictionary = Math.min(most, Math.max(least, Math.floor(DICTIONARIES_BYTES / columns)))
  return `(FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE ${rows}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${dictionary})`
}
