import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** The engine is shared, because starting one takes as long as reading ten small files. */
let shared: Promise<DuckDBInstance> | undefined

/** Opens a connection to the engine that all tests of a process share. Tables must be temporary. */
export async function onDuckDB<Result>(use: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
  shared ??= DuckDBInstance.create(':memory:')
  const connection = await (await shared).connect()
  try {
    return await use(connection)
  } finally {
    connection.closeSync()
  }
}
