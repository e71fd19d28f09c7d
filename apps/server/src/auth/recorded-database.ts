import { AsyncLocalStorage } from 'node:async_hooks'
import { type ActingAs, actorSettings, requireCommitted } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

type ActingUser = Pick<ActingAs, 'userPublicId' | 'impersonator'>

const acting = new AsyncLocalStorage<() => Promise<ActingUser | undefined>>()

/**
 * Runs `work` and records the user as the author of its changes to accounts. Reads the user before the first change.
 */
export function recordedAs<T>(user: () => Promise<ActingUser | undefined>, work: () => Promise<T>): Promise<T> {
  let found: Promise<ActingUser | undefined> | undefined
  return acting.run(() => (found ??= user()), work)
}

/**
 * Creates the Drizzle instance for better-auth. Its transactions carry the acting user, which the triggers of the
 * activity log read. A change outside of a transaction runs in its own transaction.
 */
export function recordedDatabase({ pool }: Pick<Database, 'pool'>) {
  return drizzle({ client: recordingPool(pool) })
}

type Query = { text: string } | string

function recordingPool(pool: pg.Pool): pg.Pool {
  // Reads the actor before taking a connection. Reading may need a second connection, and waiting for that one while
  // holding the first could deadlock.
  const connect = async () => {
    const actor = await actorStatement()
    return transacting(await pool.connect(), actor)
  }
  const query = async (statement: Query, values?: unknown[]) => {
    const actor = isRead(statement) ? undefined : await actorStatement()
    if (actor === undefined) return pool.query(statement as string, values)
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query(`begin; ${actor}`)
      const reply = await client.query(statement as string, values)
      requireCommitted(await client.query('commit'))
      return reply
    } catch (error) {
      broken = await client.query('rollback').then(
        () => undefined,
        (cause: Error) => cause,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }
  return withMethods(pool, { connect, query })
}

/**
 * Returns a client whose transactions carry the actor, if any. Its `commit` fails if the database rolls back instead,
 * because better-auth may ignore the error of a statement.
 */
function transacting(client: pg.PoolClient, actor: string | undefined): pg.PoolClient {
  const query = async (statement: Query, values?: unknown[]) => {
    const text = textOf(statement)
    if (actor !== undefined && /^begin\b/i.test(text)) return client.query(`${text}; ${actor}`)
    const reply = await client.query(statement as string, values)
    if (/^commit\b/i.test(text)) requireCommitted(reply)
    return reply
  }
  return withMethods(client, { query })
}

async function actorStatement(): Promise<string | undefined> {
  const user = await acting.getStore()?.()
  return user && actorSettings(user)
}

function isRead(statement: Query): boolean {
  return /^\s*select\b/i.test(textOf(statement))
}

function textOf(statement: Query): string {
  return typeof statement === 'string' ? statement : statement.text
}

/**
 * Returns a proxy in which `methods` replace the target's methods. The other methods still run on the target itself.
 */
function withMethods<T extends object>(target: T, methods: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(methods, key)) return methods[key as keyof T]
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
