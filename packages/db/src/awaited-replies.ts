import type pg from 'pg'

type Callback = (error: Error | null | undefined, reply?: unknown) => void
type Query = (what: unknown, values?: unknown, callback?: unknown) => unknown

/** The connection of a client, which is missing in the type definitions of `pg`. */
interface Connected {
  connection: { stream: { destroy(): void } }
}

/**
 * Limits the time that each statement of a client waits for its reply, and creates the promise for the reply. `pg` does
 * both by assigning a callback to a query that it has created. V8 frees a query changed in this way, with its rows and
 * everything that they refer to, only in a full garbage collection. That forced a full garbage collection after every
 * 400 requests for a list. A query that is created with its callback is freed like any other young object.
 */
export function awaitedReplies(mostMs: number): (client: pg.ClientBase) => void {
  return (client) => {
    const query = client.query.bind(client) as Query
    const { stream } = (client as unknown as Connected).connection
    const send = (what: unknown, values: unknown, settle: Callback) => {
      const timer = setTimeout(() => {
        settle(new Error('Query read timeout'))
        // Replies come in the order of the statements, so later replies would not arrive either.
        stream.destroy()
      }, mostMs)
      query(what, values, (error: Error | null | undefined, reply: unknown) => {
        clearTimeout(timer)
        settle(error, reply)
      })
    }
    const awaited: Query = (what, values, callback) => {
      if (isSubmittable(what)) throw new TypeError('Only statements can be sent here, not cursors or streams.')
      if (callback) return send(what, values, callback as Callback)
      return new Promise((resolve, reject) => {
        send(what, values, (error, reply) => (error ? reject(error) : resolve(reply)))
      }).catch(rethrown)
    }
    client.query = awaited as pg.ClientBase['query']
  }
}

/** Whether `pg` would send the object by calling its method `submit`, as it does with cursors and streams. */
function isSubmittable(what: unknown): boolean {
  return typeof what === 'object' && what !== null && 'submit' in what
}

/** Replaces the stack trace, which leads to the socket, with one that leads to the sender of the statement. */
function rethrown(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
