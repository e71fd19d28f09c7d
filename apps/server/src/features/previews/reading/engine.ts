import { availableParallelism } from 'node:os'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { sqlText } from '@millrace/tables/sql'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import { Unreadable } from './unreadable.ts'

const CLOSED = {
  threads: String(Math.min(2, availableParallelism())),
  memory_limit: PREVIEW_LIMITS.engineMemory,
  max_temp_directory_size: PREVIEW_LIMITS.engineScratch,
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  preserve_insertion_order: 'true',
}

/**
 * Gives a table engine that can touch the named files and nothing else: the paths are allowed first, then all other
 * access and all further configuration is locked.
 */
export async function withEngine<T>(
  { files, scratch }: { files: string[]; scratch: string },
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', { ...CLOSED, temp_directory: scratch })
  const connection = await instance.connect()
  try {
    await connection.run(`SET TimeZone = 'UTC'`)
    await connection.run(`SET allowed_paths = [${files.map(sqlText).join(', ')}]`)
    await connection.run('SET enable_external_access = false')
    await connection.run('SET lock_configuration = true')
    return await use(engine(connection))
  } catch (error) {
    throw outOfMemory(error) ?? error
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

export type Engine = ReturnType<typeof engine>

function engine(connection: DuckDBConnection) {
  return {
    async run(sql: string): Promise<void> {
      await connection.run(sql)
    },
    /** All rows; numbers beyond 53 bits come as text. */
    async rows(sql: string, values?: string[]): Promise<unknown[][]> {
      return (await connection.runAndReadAll(sql, values)).getRowsJson()
    },
  }
}

function outOfMemory(error: unknown): Unreadable | undefined {
  if (!(error instanceof Error) || !/^Out of Memory|max_temp_directory_size/i.test(error.message)) return undefined
  return new Unreadable('Reading this table needs more memory than a preview may use. Download it to see it all.')
}
