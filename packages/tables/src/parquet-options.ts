const ROW_GROUP_CELLS = 2_000_000
const KEPT_CELLS = 800_000
/** While a column of texts is written, its dictionary has this size from the start, even if it stays almost empty. */
const DICTIONARIES_BYTES = 16_000_000
const DICTIONARY_BYTES = { most: 1_048_576, least: 16_384 }

/** Row groups are held in memory while they are written, so wider tables get smaller groups. */
export function parquetOptions(columns: number, compression: string): string {
  return optionsFor(columns, { cells: ROW_GROUP_CELLS, compression })
}

/** For temporary files of a step: smaller row groups, no compression. */
export function scratchOptions(columns: number): string {
  return optionsFor(columns, { cells: KEPT_CELLS, compression: 'uncompressed' })
}

function optionsFor(columns: number, { cells, compression }: { cells: number; compression: string }): string {
  const rows = Math.min(122_880, Math.max(2048, Math.floor(cells / columns / 2048) * 2048))
  const { most, least } = DICTIONARY_BYTES
  const dictionary = Math.min(most, Math.max(least, Math.floor(DICTIONARIES_BYTES / columns)))
  return `(FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE ${rows}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${dictionary})`
}
