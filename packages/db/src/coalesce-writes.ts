import type pg from 'pg'

type Query = (what: unknown, values?: unknown, callback?: unknown) => unknown

/** The connection of a client, which is missing in the type definitions of `pg`. */
interface Connected {
  connection: { stream: { cork(): void; uncork(): void } }
}

/**
 * Sends statements that don't wait for replies in a single write. Each write is a system call that wakes the database's
 * process. With one write per statement, these calls took a third of the server's CPU time.
 */
export function coalesceWrites(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query
  let isHeld = false
  const joint: Query = (what, values, callback) => {
    hold()
    return query(what, values, callback)
  }
  client.query = joint as pg.ClientBase['query']

  function hold(): void {
    if (isHeld) return
    isHeld = true
    const { stream } = (client as unknown as Connected).connection
    stream.cork()
    // Runs when the code that is currently sending statements has finished.
    process.nextTick(() => {
      isHeld = false
      stream.uncork()
    })
  }
}
