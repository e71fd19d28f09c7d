import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBResult } from '@duckdb/node-api'
import { type Row, type RowStore, rowStore, type Statements } from './row-store.ts'
import { qualifiedFault, SAFE_STRPTIME, withoutMarks } from './safe-strptime.ts'
import { sqlText } from './sql.ts'
import { TableFault } from './table-fault.ts'
import { settingsFor } from './table-width.ts'

/** A DuckDB instance for one job or preview. Statements run one at a time, in the order of the calls. */
export interface Engine extends Statements, RowStore {
  row<T = Row>(sql: string, values?: readonly string[]): Promise<T>
  /** Other statements wait until the caller has read all batches. */
  batches(sql: string): AsyncGenerator<unknown[][]>
  /**
   * Returns how many statements a string contains and whether it is a single SELECT, or DuckDB's message if the string
   * cannot be parsed. Locks the settings of the engine, because the string comes from a user.
   */
  parse(sql: string): Promise<{ reads: boolean; statements: number } | { fault: string }>
  /**
   * Must be called before a table is created. The number of columns determines how rows are stored and how much memory
   * the engine may use.
   */
  makeRoom(columns: number): Promise<void>
  /** Whether rows are stored only in Parquet files, as in sandboxed engines. */
  storesFiles: boolean
  /** Names of the Parquet files that statements read. The error message about a damaged file lists them. */
  parquetNames: string[]
  /**
   * Returns how many statements have taken more than a second, and what fraction of the running statement is done. Only
   * sandboxed engines report the fraction.
   */
  progress(): { statements: number; share: number }
  close(): Promise<void>
}

export interface EngineLimits {
  /** Maximum number of bytes that the engine may spill from memory into its folder. */
  scratchBytes: number
}

/** Limits of a sandboxed engine. Its configuration is fixed. Outside its folder, it can read only `files`. */
export interface Sandbox extends EngineLimits {
  files: readonly string[]
  memory: string
  /** With fewer threads, the engine holds fewer rows in memory. */
  threads?: number
}

/** Thrown if a table needs more memory than the engine may use. */
export class OutOfMemory extends TableFault {}

export const TABLE_TOO_LARGE =
  'The table needs more memory than a step may use. Choose fewer columns, or group or filter the data first.'

/** Thrown if a statement needs more temporary disk space than the engine may use. */
export class OutOfScratch extends OutOfMemory {}

/** Makes the engine count the rows that a statement has read, without printing a progress bar. */
const COUNTS_PROGRESS = `SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0`

/** Minimum duration of a statement that `progress` counts. */
const LONG_MS = 1000

/** Error messages of the engine for Parquet files whose values contradict the metadata. */
const DAMAGED_PARQUET =
  /^Invalid Error:|^Invalid Input Error: (Failed to read file|Invalid string encoding found in Parquet)/

const SELECT_STATEMENT = 1
const CREATES_TABLE = /^CREATE (OR REPLACE )?TABLE /

/**
 * Opens an engine that stores its tables as files in the folder, so that large tables need little memory. The engine
 * cannot access files outside the folder or load extensions, and no query can change that. A sandboxed engine can also
 * read the given files, and stores rows as Parquet.
 */
export async function openEngine(folder: string, limits?: EngineLimits | Sandbox): Promise<Engine> {
  const sandbox = limits && 'files' in limits ? limits : undefined
  const spill = join(folder, 'spill')
  if (!sandbox) await mkdir(spill, { recursive: true })
  const inTurn = turns()
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: sandbox?.memory ?? `${settingsFor(1).megabytes}MB`,
    threads: String(Math.min(sandbox?.threads ?? settingsFor(1).threads, availableParallelism())),
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    enable_external_file_cache: 'false',
    ...(Number.isFinite(limits?.scratchBytes) && { max_temp_directory_size: `${limits?.scratchBytes}B` }),
  })
  const connection = await instance.connect()
  const settings = [
    `SET TimeZone = 'UTC'`,
    `SET allowed_directories = [${sqlText(`${folder}/`)}]`,
    ...(sandbox ? [`SET allowed_paths = [${sandbox.files.map(sqlText).join(', ')}]`] : []),
    'SET enable_external_access = false',
    // The tables are deleted with the folder, so they need not be written and synced first. With two small tables, an
    // engine closes in 4 ms instead of 22 ms.
    'PRAGMA disable_checkpoint_on_shutdown',
    ...(sandbox ? [COUNTS_PROGRESS, 'SET lock_configuration = true'] : []),
  ]
  await connection.run(settings.join(';'))
  const stores: string[] = []
  const parquetNames: string[] = []
  const failed = (error: unknown) => asReadableError(error, parquetNames)
  let statements = 0
  let set = settingsFor(1)
  let most = 0
  let isLocked = sandbox !== undefined

  /** Runs a statement. A file that stores tables is created with its first table. */
  async function run(sql: string): Promise<void> {
    await inTurn(async () => {
      if (!sandbox && CREATES_TABLE.test(sql)) await attachStore()
      const since = performance.now()
      await connection.run(sql)
      count(since)
    }).catch(failed)
  }

  function count(since: number): void {
    if (performance.now() - since > LONG_MS) statements += 1
  }

  async function attachStore(): Promise<void> {
    const { rowsTogether, blockBytes } = set
    const store = `tables_${blockBytes}_${rowsTogether}`
    if (stores.includes(store)) return
    stores.unshift(store)
    const path = sqlText(join(folder, `${store}.duckdb`))
    await connection.run(
      `ATTACH ${path} AS ${store} (ROW_GROUP_SIZE ${rowsTogether}, BLOCK_SIZE ${blockBytes}); SET search_path = '${[...stores, 'memory'].join(',')}'`,
    )
  }

  async function rows<T>(sql: string, values?: readonly string[]): Promise<T[]> {
    const reader = await inTurn(async () => {
      const since = performance.now()
      const read = await connection.runAndReadAll(sql, values && [...values])
      count(since)
      return read
    }).catch(failed)
    return reader.getRowObjectsJS().map(plainNumbers) as T[]
  }

  async function* batches(sql: string): AsyncGenerator<unknown[][]> {
    const [opened, consumed] = [Promise.withResolvers<DuckDBResult>(), Promise.withResolvers<void>()]
    void inTurn(async () => {
      opened.resolve(await connection.stream(sql))
      await consumed.promise
    }).catch(opened.reject)
    try {
      const result = await opened.promise
      for await (const rows of result.yieldRowsJs()) yield rows
    } catch (error) {
      failed(error)
    } finally {
      consumed.resolve()
    }
  }

  return {
    rows,
    batches,
    makeRoom: (columns) =>
      inTurn(async () => {
        if (sandbox || columns <= most) return
        most = columns
        const { megabytes, threads } = set
        set = settingsFor(columns)
        if (set.megabytes !== megabytes) await connection.run(`SET memory_limit = '${set.megabytes}MB'`)
        if (set.threads !== threads) await connection.run(`SET threads = ${set.threads}`)
      }),
    run,
    storesFiles: sandbox !== undefined,
    parquetNames,
    ...rowStore({ run, rows }, { folder, inFiles: sandbox !== undefined }),
    async row<T>(sql: string, values?: readonly string[]): Promise<T> {
      const [first] = await rows<T>(sql, values)
      if (first === undefined) throw new Error(`No row came back from: ${sql}`)
      return first
    },
    parse: (sql) =>
      inTurn(async () => {
        if (!isLocked) {
          await attachStore()
          await connection.run('SET lock_configuration = true')
        }
        isLocked = true
        await connection.run(SAFE_STRPTIME)
        const fault = qualifiedFault(sql)
        if (fault !== undefined) return { fault }
        try {
          const extracted = await connection.extractStatements(sql)
          if (extracted.count !== 1) return { reads: false, statements: extracted.count }
          const prepared = await extracted.prepare(0)
          return { reads: prepared.statementType === SELECT_STATEMENT, statements: 1 }
        } catch (error) {
          return { fault: withoutMarks(error instanceof Error ? error.message : String(error)) }
        }
      }),
    progress: () => ({ statements, share: Math.min(1, Math.max(0, connection.progress.percentage / 100)) }),
    close: () =>
      inTurn(async () => {
        connection.closeSync()
        instance.closeSync()
      }),
  }
}

/**
 * Returns a function that runs calls one after another. Using or closing a connection during a statement can crash the
 * process.
 */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/**
 * Throws a TableFault for an error that a user can fix. Rethrows any other error, without the mark characters that
 * `safe-strptime.ts` appends to texts.
 */
function asReadableError(error: unknown, parquetNames: readonly string[]): never {
  const message = error instanceof Error ? error.message : String(error)
  if (/max_temp_directory_size/i.test(message))
    throw new OutOfScratch('The table needs more temporary disk space than it may use. Filter or group the data first.')
  if (/^Out of Memory Error/i.test(message)) throw new OutOfMemory(TABLE_TOO_LARGE)
  if (/No space left on device/i.test(message))
    throw new TableFault('The disk of the worker is full. Free some space there and start the job again.')
  if (parquetNames.length > 0 && DAMAGED_PARQUET.test(message))
    throw new TableFault(
      `The values of ${[...new Set(parquetNames)].join(' or ')} can’t be read. The Parquet file may be damaged or encrypted. Upload it again, without encryption.`,
    )
  const unmarked = withoutMarks(message)
  throw unmarked === message ? error : new Error(unmarked, { cause: error })
}

function plainNumbers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
}
