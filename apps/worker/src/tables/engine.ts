import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { sqlText } from '@millrace/tables/sql'
import { StepError } from '@millrace/worker-sdk'

const MEMORY = '128MB'
const THREADS = '2'
/** Small enough that what is being written of a table with hundreds of columns fits into memory. */
const STORE = '(ROW_GROUP_SIZE 10240, BLOCK_SIZE 16384)'

export type Row = Record<string, unknown>

/** One DuckDB for one job. */
export interface Engine {
  run(sql: string): Promise<void>
  /** All rows of a small result; whole numbers come as numbers, times as dates. */
  rows<T = Row>(sql: string): Promise<T[]>
  /** The one row of a result that has one. */
  row<T = Row>(sql: string): Promise<T>
  /** Says whether a text is a single statement that only reads; the engine's own words when it cannot be read. */
  parse(sql: string): Promise<{ reads: boolean; statements: number } | { fault: string }>
  close(): void
}

const SELECT_STATEMENT = 1

/**
 * Opens an engine whose tables live in a file of the job's folder, so that memory stays small however large they are.
 * It reaches nothing outside the folder, loads no extensions, and what runs in it cannot change that.
 */
export async function openEngine(folder: string): Promise<Engine> {
  const spill = join(folder, 'spill')
  await mkdir(spill, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    threads: THREADS,
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`ATTACH ${sqlText(join(folder, 'tables.duckdb'))} AS job ${STORE}`)
  await connection.run('USE job')
  await connection.run(`SET TimeZone = 'UTC'`)
  await connection.run(`SET allowed_directories = [${sqlText(`${folder}/`)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')

  async function rows<T>(sql: string): Promise<T[]> {
    const reader = await connection.runAndReadAll(sql).catch(inWords)
    return reader.getRowObjectsJS().map(plainNumbers) as T[]
  }

  return {
    rows,
    run: async (sql) => void (await connection.run(sql).catch(inWords)),
    async row<T>(sql: string): Promise<T> {
      const [first] = await rows<T>(sql)
      if (first === undefined) throw new Error(`No row came back from: ${sql}`)
      return first
    },
    async parse(sql) {
      try {
        const extracted = await connection.extractStatements(sql)
        if (extracted.count !== 1) return { reads: false, statements: extracted.count }
        const prepared = await extracted.prepare(0)
        return { reads: prepared.statementType === SELECT_STATEMENT, statements: 1 }
      } catch (error) {
        return { fault: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** Faults that a person can do something about, in words; others pass as they are. */
function inWords(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  if (/^Out of Memory Error/i.test(message))
    throw new StepError(
      'The table needs more memory than a step may use. Choose fewer columns, or group or filter the data first.',
    )
  if (/No space left on device/i.test(message))
    throw new StepError('The disk of the worker is full. Free some space there and start the job again.')
  throw error
}

function plainNumbers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
}
