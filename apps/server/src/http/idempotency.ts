import { createHash } from 'node:crypto'
import type { Database } from '@millrace/db/connect'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { createOnce, type RecordCreated } from '#idempotency/idempotency.service.ts'
import { Problem } from '#problem.ts'

const LONGEST_KEY = 200

/**
 * Runs `create` only once per `Idempotency-Key`. When a request is repeated with the same key, returns the id from the
 * first time. Without a key, always runs `create`. Throws a Problem if the key is invalid or was used for another
 * request, or if the first request is still running.
 */
export async function idempotent(
  c: Context<AppEnv>,
  db: Database,
  request: unknown,
  create: (recordCreated?: RecordCreated) => Promise<string>,
): Promise<string> {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return create()
  if (key.length === 0 || key.length > LONGEST_KEY)
    throw new Problem('bad-request', `Send an Idempotency-Key of 1 to ${LONGEST_KEY} characters.`)
  const text = `${c.req.method} ${c.req.path}\n${JSON.stringify(request)}`
  return createOnce(db, c.var.actor, { key, hash: createHash('sha256').update(text).digest('hex') }, create)
}
