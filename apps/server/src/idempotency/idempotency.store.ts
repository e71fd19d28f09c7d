import type { Tx } from '@millrace/db/act'
import { idempotency } from '@millrace/db/schema/idempotency'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Scope } from '#access/scope.ts'

const isExpired = sql`${idempotency.createdAt} < now() - interval '24 hours'`

/**
 * Returns what an earlier request with this key created, and that request's hash. Undefined if there is no such request
 * or its record has expired.
 */
export async function find(tx: Tx, scope: Scope, key: string) {
  const [row] = await tx.orm
    .select({ requestHash: idempotency.requestHash, createdId: idempotency.createdId })
    .from(idempotency)
    .where(and(isKey(scope, key), not(isExpired)))
  return row
}

/** Records what a request with this key created. Fails if there is a record for the key already. */
export async function insert(
  tx: Tx,
  scope: Scope,
  row: { key: string; requestHash: string; createdId: string },
): Promise<void> {
  await tx.orm.delete(idempotency).where(and(isKey(scope, row.key), isExpired))
  await tx.orm.insert(idempotency).values({ actorId: scope.actsFor, ownerId: scope.owner, ...row })
}

/** Deletes the expired keys of every owner. Requires a system transaction. */
export async function deleteExpired(tx: Tx): Promise<void> {
  await tx.orm.delete(idempotency).where(isExpired)
}

function isKey({ actsFor, owner }: Scope, key: string) {
  return and(eq(idempotency.actorId, actsFor), eq(idempotency.ownerId, owner), eq(idempotency.key, key))
}
