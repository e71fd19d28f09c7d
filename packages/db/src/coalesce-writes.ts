import type pg from 'pg'

type Query = (what: unknown, values?: unknown, callback?: unknown) => unknown

/** The connection of a client, which the type definitions of `pg` do not name. */
interface Connected {
  connection: { stream: { cork(): void; uncork(): void } }
}

/**
 * Statements that are sent without waiting for replies leave in one write. Each write is a system call that wakes the
 * database's process. With one per statement, they took a third of the time in which the server was busy.
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
    // Runs once the code that sends statements now has nothing more to do.
    process.nextTick(() => {
      isHeld = false
      stream.uncork()
    })
  }
}
