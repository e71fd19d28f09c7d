import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const ANSWER_MS = 5000
const LONGEST_PAUSE_MS = 5000

/**
 * Opens a database session outside the pool, for state that belongs to a session: LISTEN, or an advisory lock. A broken
 * connection is replaced after increasing pauses, and `open` runs again on the new connection. A network failure may
 * leave a connection open, so `check` runs at regular intervals, and the connection is closed if the check fails.
 * PostgreSQL also checks the connection, because it would otherwise hold the locks of a vanished client for hours.
 */
export function dedicatedConnection(
  databaseUrl: string,
  {
    open,
    check,
    checkMs,
  }: { open(client: pg.Client): Promise<unknown>; check(client: pg.Client): Promise<unknown>; checkMs: number },
): { close(): Promise<void> } {
  const closing = new AbortController()
  let client: pg.Client | undefined

  async function session(): Promise<void> {
    const current = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: Math.min(ANSWER_MS, checkMs),
    })
    client = current
    const ended = new Promise<void>((resolve) => current.once('end', () => resolve()))
    current.on('error', () => {})
    await current.connect()
    await current.query(NOTICE_LOST_CLIENTS)
    await open(current)
    const timer = setInterval(() => check(current).catch(() => current.end().catch(() => {})), checkMs)
    await ended
    clearInterval(timer)
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      const start = performance.now()
      await session().catch(() => client?.end().catch(() => {}))
      failures = performance.now() - start > 10_000 ? 0 : failures + 1
      const pause = Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS)
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const kept = keep()
  return {
    async close() {
      closing.abort()
      await client?.end().catch(() => {})
      await kept
    },
  }
}

/**
 * Makes PostgreSQL detect a lost TCP client within about 25 s. Has no effect on a Unix socket, where PostgreSQL detects
 * a lost client immediately.
 */
const NOTICE_LOST_CLIENTS =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
