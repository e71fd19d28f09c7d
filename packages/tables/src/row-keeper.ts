import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, Keeping } from './engine.ts'
import { isWide } from './engine-room.ts'
import { keptOptions, parquetOptions } from './parquet-options.ts'
import { sqlName, sqlText } from './sql.ts'
import { ROW } from './table.ts'

/** The number of columns per slice. The memory for writing a slice grows with it. */
export const SLICE_COLUMNS = 64

/**
 * Stores rows under names. While the engine writes a table, it holds several blocks in memory for each column, which is
 * too much for wide tables. These are stored as files of columns, with a view over them.
 */
export function rowKeeper(
  { run, rows }: Pick<Engine, 'run' | 'rows'>,
  { folder, inFiles }: { folder: string; inFiles: boolean },
): Pick<Engine, 'keep' | 'drop' | 'filesOf'> {
  const kept = new Map<string, { kind: 'TABLE' | 'VIEW'; files: string[] }>()
  let made = 0

  async function drop(name: string): Promise<void> {
    const { kind, files } = kept.get(name) ?? { files: [] }
    if (kind) await run(`DROP ${kind} ${sqlName(name)}`)
    await Promise.all(files.map((file) => unlink(file)))
    kept.delete(name)
  }

  async function keepWide(name: string, sql: string, { columns, inSlices }: Keeping): Promise<void> {
    const described = await rows<{ column_name: string }>(`DESCRIBE ${sql}`)
    const names = described.map((column) => sqlName(column.column_name))
    const files: string[] = []
    const together = inSlices ? SLICE_COLUMNS : names.length
    for (let from = 0; from < names.length; from += together) {
      made += 1
      const file = join(folder, `${name}_${made}.parquet`)
      const own = names.slice(from, from + together).join(', ')
      const options = inFiles ? parquetOptions(columns, 'zstd') : keptOptions(columns)
      await run(`COPY (SELECT ${own} FROM (${sql})) TO ${sqlText(file)} ${options}`)
      files.push(file)
    }
    await drop(name)
    const isCounted = !inFiles || names.includes(sqlName(ROW))
    const sources = files.map((file) => `read_parquet(${sqlText(file)}${isCounted ? '' : ', file_row_number = true'})`)
    const all = isCounted ? names : [`file_row_number + 1 AS ${ROW}`, ...names]
    await run(`CREATE VIEW ${sqlName(name)} AS SELECT ${all.join(', ')} FROM ${sources.join(' POSITIONAL JOIN ')}`)
    kept.set(name, { kind: 'VIEW', files })
  }

  return {
    drop,
    filesOf: (name) => kept.get(name)?.files ?? [],
    async keep(name, sql, keeping) {
      if (inFiles || isWide(keeping.columns)) return keepWide(name, sql, keeping)
      made += 1
      const fresh = sqlName(`${name}_${made}`)
      await run(`CREATE TABLE ${fresh} AS ${sql}`)
      await drop(name)
      await run(`ALTER TABLE ${fresh} RENAME TO ${sqlName(name)}`)
      kept.set(name, { kind: 'TABLE', files: [] })
    },
  }
}
