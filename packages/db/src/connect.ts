import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type AccountShares, accountShares } from './account-shares.ts'
import { autoPrepare } from './auto-prepare.ts'
import { awaitedReplies } from './awaited-replies.ts'
import { coalesceWrites } from './coalesce-writes.ts'
import { parseTextArray } from './text-array.ts'

/**
 * An open database: the connection pool, and Drizzle on top of the pool for code that runs without an actor (accounts).
 */
export interface Database {
  url: string
  pool: pg.Pool
  orm: NodePgDatabase
  /** Limits the transactions of each account to half of the pool’s connections. */
  shares: AccountShares
  /** Returns a number from 0 up to 1. Used to spread out the retries of transactions that collided. */
  random(): number
  close(): Promise<void>
}

// Sizes and counts stay below 2^53, so bigint columns can be parsed as JavaScript numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The type text[]. The type definitions of `pg` list only scalar types. */
const TEXT_ARRAY = 1009 as typeof pg.types.builtins.TEXT
pg.types.setTypeParser(TEXT_ARRAY, parseTextArray)

const CONNECTIONS = 12
const CONNECTION_MS = 5000
/**
 * How long idle connections are kept. The first web page served over a new connection costs about 10 ms of additional
 * CPU time to connect, read the catalog and plan.
 */
const IDLE_MS = 300_000
const STATEMENT_MS = 30_000

/**
 * Opens a pool that connects on first use. A stalled database causes an error: waiting for a connection times out after
 * 5 s, and waiting for a reply shortly after the statement timeout. Broken connections are replaced.
 */
export function openDatabase(url: string, options: { max?: number; random?: () => number } = {}): Database {
  const max = options.max ?? CONNECTIONS
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'millrace',
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    pipeline: true,
    idle_in_transaction_session_timeout: 60_000,
  })
  // Without these listeners, a broken connection would crash the process. The pool emits errors of idle connections;
  // busy connections emit errors themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', autoPrepare())
  pool.on('connect', coalesceWrites)
  pool.on('connect', awaitedReplies(STATEMENT_MS + 2000))
  const random = options.random ?? Math.random
  const shares = accountShares(Math.ceil(max / 2), CONNECTION_MS)
  return { url, pool, orm: drizzle({ client: pool }), shares, random, close: () => pool.end() }
}
