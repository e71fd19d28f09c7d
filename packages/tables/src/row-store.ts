import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetOptions, scratchOptions } from './parquet-options.ts'
import { sqlName, sqlText } from './sql.ts'
import { ROW } from './table.ts'
import { isWide } from './table-width.ts'

export type Row = Record<string, unknown>

/** The statements of a connection to the engine. */
export interface Statements {
  run(sql: string): Promise<void>
  /**
   * Returns all rows of a small result, with the values bound to `$1`, `$2` and so on. Integers are returned as
   * numbers, times as Date objects.
   */
  rows<T = Row>(sql: string, values?: readonly string[]): Promise<T[]>
}

/** Named intermediate results, stored in tables of the engine or in files. */
export interface RowStore {
  /**
   * Stores the rows of a query under a name. Replaces the rows already stored under that name, which the query may
   * read. A narrow table is stored in the engine, a wide table in files.
   */
  store(name: string, sql: string, options: StoreOptions): Promise<void>
  drop(name: string): Promise<void>
  /** Returns the files in which the rows under a name are stored. Empty for a table of the engine. */
  filesOf(name: string): readonly string[]
}

export interface StoreOptions {
  columns: number
  /**
   * Writes a wide table in slices of columns, one file per slice. This takes less memory. The query runs once per
   * slice, and must return the rows in the same order each time.
   */
  inSlices?: boolean
}

/** Number of columns per slice. The memory needed to write a slice grows with this number. */
export const SLICE_COLUMNS = 64

/**
 * Stores rows under names. While the engine writes a table, it holds a row group and a block in memory for each column.
 * That is too much for a wide table, so its rows are stored in files and read through a view. If `inFiles` is true, all
 * tables are stored in this way.
 */
export function rowStore(
  { run, rows }: Statements,
  { folder, inFiles }: { folder: string; inFiles: boolean },
): RowStore {
  const stored = new Map<string, { kind: 'TABLE' | 'VIEW'; files: string[] }>()
  let made = 0

  async function drop(name: string): Promise<void> {
    const { kind, files } = stored.get(name) ?? { files: [] }
    if (kind) await run(`DROP ${kind} ${sqlName(name)}`)
    await Promise.all(files.map((file) => unlink(file)))
    stored.delete(name)
  }

  async function namesOf(sql: string): Promise<string[]> {
    const described = await rows<{ column_name: string }>(`DESCRIBE ${sql}`)
    return described.map((column) => sqlName(column.column_name))
  }

  async function storeWide(name: string, sql: string, { columns, inSlices }: StoreOptions): Promise<void> {
    const files: string[] = []
    const write = async (slice: string) => {
      made += 1
      const file = join(folder, `${name}_${made}.parquet`)
      const options = inFiles ? parquetOptions(columns, 'zstd') : scratchOptions(columns)
      await run(`COPY (${slice}) TO ${sqlText(file)} ${options}`)
      files.push(file)
    }
    if (!inSlices) await write(sql)
    const names = await namesOf(inSlices ? sql : `FROM read_parquet(${files.map(sqlText).join()})`)
    for (let from = 0; inSlices && from < names.length; from += SLICE_COLUMNS) {
      await write(`SELECT ${names.slice(from, from + SLICE_COLUMNS).join(', ')} FROM (${sql})`)
    }
    await drop(name)
    const isCounted = !inFiles || names.includes(sqlName(ROW))
    const sources = files.map((file) => `read_parquet(${sqlText(file)}${isCounted ? '' : ', file_row_number = true'})`)
    const all = isCounted ? names : [`file_row_number + 1 AS ${ROW}`, ...names]
    await run(`CREATE VIEW ${sqlName(name)} AS SELECT ${all.join(', ')} FROM ${sources.join(' POSITIONAL JOIN ')}`)
    stored.set(name, { kind: 'VIEW', files })
  }

  return {
    drop,
    filesOf: (name) => stored.get(name)?.files ?? [],
    async store(name, sql, options) {
      if (inFiles || isWide(options.columns)) return storeWide(name, sql, options)
      made += 1
      const fresh = sqlName(`${name}_${made}`)
      await run(`CREATE TABLE ${fresh} AS ${sql}`)
      await drop(name)
      await run(`ALTER TABLE ${fresh} RENAME TO ${sqlName(name)}`)
      stored.set(name, { kind: 'TABLE', files: [] })
    },
  }
}
