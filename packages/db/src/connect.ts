import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** An open database: the pool, and Drizzle over it for the parts that need no actor (accounts). */
export interface Database {
  pool: pg.Pool
  orm: NodePgDatabase
  close(): Promise<void>
}

// Sizes and counts stay below 2^53; as text they would have to be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a pool. Connecting is lazy; a waiting caller gives up after 5 s, so that a stalled database is an error. */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 5000,
    application_name: 'millrace',
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A dying idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return { pool, orm: drizzle({ client: pool }), close: () => pool.end() }
}
