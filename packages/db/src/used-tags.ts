import { asSystem, type Tx } from './act.ts'
import type { Database } from './connect.ts'
import { isLockTimeout } from './faults.ts'
import { EVERY_OWNER, TAG_HEAD } from './schema/tags.ts'

/*
 * The distinct tags in use. When an owner first uses a tag, a row is added for that owner, and another row for all
 * owners if no other owner uses the tag. Later uses only read these rows, so resources with the same tag can be created
 * at the same time. For the same reason, there is no unique constraint: if two transactions first use a tag at the same
 * time, both add the row.
 *
 * Removing the last use of a tag does not delete its row, because a concurrent transaction may have read the row and be
 * about to commit another use. Instead, a row is added that marks the tag as possibly unused. Lists search for a use of
 * each marked tag. Maintenance deletes the rows of unused tags under a lock, which it gets only after every transaction
 * that uses tags has ended.
 */

/**
 * SQL that is true if `used_tag` lacks the row `one`. The scalar subquery makes PostgreSQL search the index once per
 * tag.
 */
const IS_NEW = `(select true from used_tag as used
      where used.owner_id = one.owner_id and used.kind = one.kind and used.head = left(one.tag, ${TAG_HEAD}) and used.tag = one.tag
        and used.hidden = one.hidden and used.sub = one.sub and not used.maybe_unused limit 1) is null`

/**
 * Returns PL/pgSQL statements that add the tags of a SELECT to the tags in use. The function that contains the
 * statements must declare a variable `before`.
 */
export function useTags(tags: string): string {
  return `insert into used_tag (owner_id, kind, tag, hidden, sub)
    select owner_id, kind, tag, hidden, sub from (${tags}) as one where ${IS_NEW};
    if found then
      before := coalesce(current_setting('millrace.role', true), '');
      perform set_config('millrace.role', 'system', true);
      insert into used_tag (owner_id, kind, tag, hidden, sub)
      select distinct one.* from (select '${EVERY_OWNER}'::uuid as owner_id, kind, tag, hidden, sub from (${tags}) as used) as one where ${IS_NEW};
      perform set_config('millrace.role', before, true);
    end if;`
}

/**
 * Returns a statement that marks tags as possibly unused if they have no other use. The SELECT `tags` returns tags
 * whose rows were deleted.
 */
export function markUnused(tags: string): string {
  return `insert into used_tag (owner_id, kind, tag, hidden, sub, maybe_unused)
    select owner_id, kind, tag, hidden, sub, true from (${tags}) as one
    where (select true from tag as other
      where other.owner_id = one.owner_id and other.kind = one.kind and other.head = left(one.tag, ${TAG_HEAD})
        and other.hidden = one.hidden and other.tag = one.tag limit 1) is null;`
}

const IS_USE = 'tag.kind = used.kind and tag.head = used.head and tag.hidden = used.hidden and tag.tag = used.tag'

/** Number of marked tags that one transaction checks. */
const BATCH = 1000

/**
 * Deletes the rows of marked tags that are unused. If the lock is not available within a short time, the next
 * maintenance run tries again.
 */
export async function deleteUnusedTags(db: Database): Promise<void> {
  try {
    while ((await asSystem(db, deleteBatch)) === BATCH);
  } catch (error) {
    if (!isLockTimeout(error)) throw error
  }
}

/**
 * Deletes one batch and returns the number of marked tags that it checked. While this function waits for the lock,
 * transactions that use or remove tags have to wait, too, so the lock timeout is short.
 */
async function deleteBatch(tx: Tx): Promise<number> {
  const { rowCount: found } = await tx.query('select from used_tag where maybe_unused limit 1')
  if (found === 0) return 0
  await tx.query(`set local lock_timeout = '200ms'`)
  await tx.query('lock table used_tag in share row exclusive mode')
  const { rows } = await tx.query<{ marks: number }>(
    `with marked as (
       delete from used_tag where ctid = any(array(select ctid from used_tag where maybe_unused limit $1))
       returning owner_id, kind, tag, head, hidden),
     deleted as (
       delete from used_tag as used using (select distinct * from marked) as marked
       where used.owner_id in (marked.owner_id, '${EVERY_OWNER}') and used.kind = marked.kind and used.head = marked.head
         and used.tag = marked.tag and used.hidden = marked.hidden and not used.maybe_unused
         and not exists (select from tag where tag.owner_id = used.owner_id and ${IS_USE})
         and (used.owner_id <> '${EVERY_OWNER}' or not exists (select from tag where ${IS_USE})))
     select count(*)::int as marks from marked`,
    [BATCH],
  )
  return rows[0]?.marks ?? 0
}
