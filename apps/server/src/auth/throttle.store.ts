import { createHash } from 'node:crypto'
import type { Database } from '@millrace/db/connect'
import type { Rule } from './limits.ts'

/**
 * Adds one to a leaky bucket. If the bucket is full, adds nothing and returns how many seconds to wait. Uses one
 * statement, so that parallel requests cannot exceed the limit.
 */
export async function addToBucket(db: Database, key: string, rule: Rule): Promise<number | undefined> {
  const { rowCount } = await db.pool.query(
    `insert into throttle as t (key, level, at) values ($1, 1, now())
     on conflict (key) do update
       set level = greatest(0, t.level - extract(epoch from now() - t.at) * $2::real) + 1, at = now()
       where greatest(0, t.level - extract(epoch from now() - t.at) * $2::real) + 1 <= $3::real`,
    [hashed(key), rule.max / rule.window, rule.max],
  )
  return rowCount === 1 ? undefined : Math.ceil(rule.window / rule.max)
}

/** Empties a bucket, and deletes all buckets that have not been used for a day. */
export async function emptyBucket(db: Database, key: string): Promise<void> {
  await db.pool.query(`delete from throttle where key = $1 or at < now() - interval '1 day'`, [hashed(key)])
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
