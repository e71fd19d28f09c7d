import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { roomFor } from './engine-room.ts'
import { rowKeeper } from './row-keeper.ts'
import { sqlText } from './sql.ts'
import { TableFault } from './table-fault.ts'

export type Row = Record<string, unknown>

/** One DuckDB for one job. Statements run one after the other, in the order in which they were asked for. */
export interface Engine {
  run(sql: string): Promise<void>
  /** All rows of a small result; whole numbers come as numbers, times as dates. */
  rows<T = Row>(sql: string): Promise<T[]>
  /** The one row of a result that has one. */
  row<T = Row>(sql: string): Promise<T>
  /**
   * Says whether a text is a single statement that only reads; the engine's own words when it cannot be read. It was
   * written by a user: from here on no setting of the engine can be changed.
   */
  parse(sql: string): Promise<{ reads: boolean; statements: number } | { fault: string }>
  /** Has to be called before a table is made: by its width it is settled how it is kept, and with how much memory. */
  makeRoom(columns: number): Promise<void>
  /**
   * Keeps the rows of a query under a name, in place of what was kept under it: a table of usual width as a table, a
   * wide one in files of columns. The query may read what it replaces.
   */
  keep(name: string, sql: string, keeping: Keeping): Promise<void>
  drop(name: string): Promise<void>
  /** The files in which the rows under a name are kept. */
  filesOf(name: string): readonly string[]
  /** Rows are kept in Parquet files only. */
  keepsFiles: boolean
  /** Closes once the statement under way has ended. */
  close(): Promise<void>
}

/** How wide rows are that are kept. */
export interface Keeping {
  columns: number
  /** A wide table is written in slices, which takes less memory. The query runs for each, in the same order of rows. */
  inSlices?: boolean
}

/** A fixed memory limit, the only files outside of the folder that can be reached, and no configuration afterwards. */
export interface Seal {
  files: readonly string[]
  memory: string
  scratch: string
}

/** What a table needs is more than the engine may use. */
export class OutOfMemory extends TableFault {}

const SELECT_STATEMENT = 1

/**
 * Opens an engine whose tables live in files of the folder, so that memory stays small however large they are. It
 * reaches nothing outside the folder, loads no extensions, and what runs in it cannot change that. A sealed engine
 * also reads the named files, and keeps rows as Parquet.
 */
export async function openEngine(folder: string, seal?: Seal): Promise<Engine> {
  const spill = join(folder, 'spill')
  if (!seal) await mkdir(spill, { recursive: true })
  const inTurn = turns()
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: seal?.memory ?? `${roomFor(1).megabytes}MB`,
    threads: String(Math.min(roomFor(1).threads, availableParallelism())),
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    enable_external_file_cache: 'false',
    ...(seal && { max_temp_directory_size: seal.scratch }),
  })
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  await connection.run(`SET allowed_directories = [${sqlText(`${folder}/`)}]`)
  if (seal) await connection.run(`SET allowed_paths = [${seal.files.map(sqlText).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  if (seal) await connection.run('SET lock_configuration = true')
  const stores: string[] = []
  let most = 0
  const run = async (sql: string) => void (await inTurn(() => connection.run(sql)).catch(asReadableError))

  async function rows<T>(sql: string): Promise<T[]> {
    const reader = await inTurn(() => connection.runAndReadAll(sql)).catch(asReadableError)
    return reader.getRowObjectsJS().map(plainNumbers) as T[]
  }

  return {
    rows,
    async makeRoom(columns) {
      if (seal || columns <= most) return
      most = columns
      const { megabytes, threads, rowsTogether, blockBytes } = roomFor(columns)
      await connection.run(`SET memory_limit = '${megabytes}MB'`)
      await connection.run(`SET threads = ${threads}`)
      const store = `tables_${blockBytes}_${rowsTogether}`
      if (stores.includes(store)) return
      const path = sqlText(join(folder, `${store}.duckdb`))
      await connection.run(`ATTACH ${path} AS ${store} (ROW_GROUP_SIZE ${rowsTogether}, BLOCK_SIZE ${blockBytes})`)
      stores.unshift(store)
      await connection.run(`SET search_path = '${stores.join(',')}'`)
    },
    run,
    keepsFiles: seal !== undefined,
    ...rowKeeper({ run, rows }, { folder, inFiles: seal !== undefined }),
    async row<T>(sql: string): Promise<T> {
      const [first] = await rows<T>(sql)
      if (first === undefined) throw new Error(`No row came back from: ${sql}`)
      return first
    },
    async parse(sql) {
      await connection.run('SET lock_configuration = true')
      try {
        const extracted = await connection.extractStatements(sql)
        if (extracted.count !== 1) return { reads: false, statements: extracted.count }
        const prepared = await extracted.prepare(0)
        return { reads: prepared.statementType === SELECT_STATEMENT, statements: 1 }
      } catch (error) {
        return { fault: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () =>
      inTurn(async () => {
        connection.closeSync()
        instance.closeSync()
      }),
  }
}

/** One after the other: a connection that is closed under a statement takes the process down. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Faults that a person can do something about, in words; others pass as they are. */
function asReadableError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  if (/^Out of Memory Error|max_temp_directory_size/i.test(message))
    throw new OutOfMemory(
      'The table needs more memory than a step may use. Choose fewer columns, or group or filter the data first.',
    )
  if (/No space left on device/i.test(message))
    throw new TableFault('The disk of the worker is full. Free some space there and start the job again.')
  throw error
}

function plainNumbers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
}
