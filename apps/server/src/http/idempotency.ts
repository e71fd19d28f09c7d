import { createHash } from 'node:crypto'
import { asActor, type Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'
import { idempotency } from '@millrace/db/schema/idempotency'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Actor } from '#access/actor.ts'
import type { AppEnv } from '#app-env.ts'
import { Problem } from '#problem.ts'

/** Notes, in the transaction that makes a thing, that this request made it. */
export type RecordCreated = (tx: Tx, madeId: string) => Promise<void>

const inFlight = new Set<string>()

/**
 * Makes a creating request safe to repeat: with an `Idempotency-Key` the thing is made once and a repeated request gets
 * the first answer. The note is part of the transaction that makes the thing, so a crash leaves both or neither. A
 * repetition while the first is still running is refused; on another server it loses at the primary key and reads the
 * first one's note.
 */
export async function once(
  c: Context<AppEnv>,
  db: Database,
  request: unknown,
  make: (recordCreated?: RecordCreated) => Promise<string>,
): Promise<string> {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return make()
  if (key.length === 0 || key.length > 200)
    throw new Problem('bad-request', 'An Idempotency-Key has 1 to 200 characters.')
  const { actor } = c.var
  const hash = createHash('sha256')
    .update(`${c.req.method} ${c.req.path}\n${JSON.stringify(request)}`)
    .digest('hex')
  const flight = `${actor.userPublicId} ${actor.ownerId} ${key}`
  if (inFlight.has(flight))
    throw new Problem('request-in-flight', 'The first request with this Idempotency-Key is still running.')
  inFlight.add(flight)
  try {
    return (await madeBefore(db, actor, key, hash)) ?? (await make(noteUnder(actor, key, hash)))
  } catch (error) {
    if (
      (error as { constraint?: string; cause?: { constraint?: string } }).cause?.constraint?.startsWith('idempotency')
    ) {
      const made = await madeBefore(db, actor, key, hash)
      if (made) return made
    }
    throw error
  } finally {
    inFlight.delete(flight)
  }
}

async function madeBefore(db: Database, actor: Actor, key: string, hash: string): Promise<string | undefined> {
  const [row] = await asActor(db, actor, (tx) =>
    tx.orm
      .select({ hash: idempotency.requestHash, made: idempotency.location })
      .from(idempotency)
      .where(and(underKey(actor, key), not(isOver))),
  )
  if (row && row.hash !== hash) {
    throw new Problem(
      'invalid-parameters',
      'This Idempotency-Key was used for another request. Use a new one for each request.',
    )
  }
  return row?.made ?? undefined
}

const isOver = sql`${idempotency.createdAt} < now() - interval '24 hours'`

function underKey(actor: Actor, key: string) {
  return and(
    eq(idempotency.actorId, actor.userPublicId),
    eq(idempotency.ownerId, actor.ownerId),
    eq(idempotency.key, key),
  )
}

/** Removes the notes of everybody that count no more. Needs the system's view. */
export async function deleteExpiredKeys(tx: Tx): Promise<void> {
  await tx.orm.delete(idempotency).where(isOver)
}

function noteUnder(actor: Actor, key: string, requestHash: string): RecordCreated {
  return async (tx, location) => {
    const row = { actorId: actor.userPublicId, ownerId: actor.ownerId, key, requestHash, location, status: 201 }
    await tx.orm.delete(idempotency).where(and(underKey(actor, key), isOver))
    await tx.orm.insert(idempotency).values(row)
  }
}
