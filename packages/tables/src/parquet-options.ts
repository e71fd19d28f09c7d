const ROW_GROUP_CELLS = 2_000_000
const KEPT_CELLS = 800_000

/** Row groups are held in memory while they are written, so wider tables get smaller groups. */
export function parquetOptions(columns: number, compression: string): string {
  return optionsFor(columns, { cells: ROW_GROUP_CELLS, compression })
}

/** For temporary files of a step: smaller row groups, no compression. */
export function keptOptions(columns: number): string {
  return optionsFor(columns, { cells: KEPT_CELLS, compression: 'uncompressed' })
}

function optionsFor(columns: number, { cells, compression }: { cells: number; compression: string }): string {
  const rows = Math.min(122_880, Math.max(2048, Math.floor(cells / columns / 2048) * 2048))
  return `(FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE ${rows})`
}
