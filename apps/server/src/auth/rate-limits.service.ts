import type { Database } from '@millrace/db/connect'
import { Problem } from '#problem.ts'
import type { Rule } from './limits.ts'
import { addToBucket } from './throttle.store.ts'

/** Counts one use of a bucket, and returns whether the limit allows it. */
export async function tryConsume(db: Database, key: string, rule: Rule): Promise<boolean> {
  return (await addToBucket(db, key, rule)) === undefined
}

interface Limit {
  key: string
  rule: Rule
  /** Returns the detail of the problem. `seconds` is how long the client must wait. */
  refusal(seconds: number): string
}

/** Counts one use of a bucket. Throws `too-many-requests` if the limit does not allow it. */
export async function consume(db: Database, { key, rule, refusal }: Limit): Promise<void> {
  const seconds = await addToBucket(db, key, rule)
  if (seconds === undefined) return
  throw new Problem('too-many-requests', refusal(seconds), { retryAfterSeconds: seconds })
}
