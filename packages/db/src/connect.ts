import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { prepareSteadyStatements } from './steady-statements.ts'

/** An open database: the pool, and Drizzle over it for the parts that need no actor (accounts). */
export interface Database {
  url: string
  pool: pg.Pool
  orm: NodePgDatabase
  close(): Promise<void>
}

// Sizes and counts stay below 2^53; as text they would have to be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const STATEMENT_MS = 30_000

/**
 * Opens a pool. Connecting is lazy. A caller that waits 5 s for a connection, or a little longer for an answer than a
 * statement may run, gives up, so that a stalled database is an error. Connections that die are replaced.
 */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 5000,
    application_name: 'millrace',
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 2000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
  })
  // Without a listener a connection that dies would end the process: idle ones tell the pool, those in use themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', prepareSteadyStatements)
  return { url, pool, orm: drizzle({ client: pool }), close: () => pool.end() }
}
