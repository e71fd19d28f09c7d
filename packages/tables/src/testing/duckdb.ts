import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** Starting an engine takes as long as ten small files. */
let shared: Promise<DuckDBInstance> | undefined

/** Uses a connection to the engine that all tests of a process share. Tables must be temporary. */
export async function onDuckDB<Result>(use: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
  shared ??= DuckDBInstance.create(':memory:')
  const connection = await (await shared).connect()
  try {
    return await use(connection)
  } finally {
    connection.closeSync()
  }
}
