import type pg from 'pg'

type Query = (what: unknown, values?: unknown, callback?: unknown) => unknown

/** The connection of a client. The type definitions of `pg` lack it. */
interface Connected {
  connection: { stream: { cork(): void; uncork(): void } }
}

/**
 * Makes a client send statements in a single write if they do not wait for each other's replies. Each write is a system
 * call that wakes the database's process. With one write per statement, these calls took a third of the server's CPU
 * time.
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
    // Runs after the code that is currently sending statements.
    process.nextTick(() => {
      isHeld = false
      stream.uncork()
    })
  }
}
