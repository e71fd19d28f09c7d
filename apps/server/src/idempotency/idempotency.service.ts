import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'
import type { Actor } from '#access/actor.ts'
import type { Scope } from '#access/scope.ts'
import { Problem } from '#problem.ts'
import * as store from './idempotency.store.ts'

/** Records what a request created, in the transaction that creates it. */
export type RecordCreated = (tx: Tx, createdId: string) => Promise<void>

export interface KeyedRequest {
  key: string
  /** Hash of the request, to detect a key that is reused for a different request. */
  hash: string
}

const inFlight = new Set<string>()

/**
 * Makes it safe to repeat a request that creates something. A resource and its record are written in one transaction,
 * so a crash loses both or neither. A repeated request is refused while the first one runs on this server. If the first
 * one runs on another server, the repeated request violates the primary key and then reads the record.
 */
export async function createOnce(
  db: Database,
  actor: Actor,
  request: KeyedRequest,
  create: (recordCreated: RecordCreated) => Promise<string>,
): Promise<string> {
  const flight = `${actor.userPublicId} ${actor.ownerId} ${request.key}`
  if (inFlight.has(flight))
    throw new Problem(
      'request-in-flight',
      'The first request with this Idempotency-Key is still running. Try again in a moment.',
    )
  inFlight.add(flight)
  try {
    return (await createdBefore(db, actor, request)) ?? (await create(recorder(actor.scope, request)))
  } catch (error) {
    const created = isTaken(error) ? await createdBefore(db, actor, request) : undefined
    if (created) return created
    throw error
  } finally {
    inFlight.delete(flight)
  }
}

export async function deleteExpiredKeys(db: Database): Promise<void> {
  await asSystem(db, store.deleteExpired)
}

async function createdBefore(db: Database, actor: Actor, { key, hash }: KeyedRequest): Promise<string | undefined> {
  const row = await asActor(db, actor, (tx) => store.find(tx, actor.scope, key))
  if (row && row.requestHash !== hash) {
    throw new Problem(
      'invalid-parameters',
      'This Idempotency-Key was used for another request. Use a new one for each request.',
    )
  }
  return row?.createdId
}

function recorder(scope: Scope, { key, hash }: KeyedRequest): RecordCreated {
  return (tx, createdId) => store.insert(tx, scope, { key, requestHash: hash, createdId })
}

/** Whether another server has recorded the key first. */
function isTaken(error: unknown): boolean {
  const { cause } = error as { cause?: { constraint?: string } }
  return cause?.constraint?.startsWith('idempotency') === true
}
