import { asSystem, type Tx } from './act.ts'
import type { Database } from './connect.ts'
import { isLockTimeout } from './faults.ts'
import { EVERY_OWNER, TAG_HEAD } from './schema/tags.ts'

/*
 * The distinct tags in use. The first use of a tag by an owner adds a row for the owner and, if it is the first at all,
 * one for every owner. Later uses only read these rows, so resources with the same tag can be created at the same time.
 * There is no unique constraint for the same reason: two transactions that use a new tag at once both add it.
 *
 * Removing the last use deletes nothing, because a transaction that has found the tag's row may be about to commit
 * another use. It adds a row that marks the tag. Lists look for a use of each marked tag, and maintenance deletes the
 * rows of unused ones while it holds a lock for which it waits until every transaction that uses tags has ended.
 */

/** The correlated subqueries must not become joins, whose plans, once chosen, would read all tags of an owner. */
export const USED_TAGS = `create or replace function use_tags(by_owner uuid, of_kind text, tags text[], is_hidden boolean, is_sub boolean)
returns void language plpgsql set enable_seqscan = off as $$
declare
  before text := coalesce(current_setting('millrace.role', true), '');
begin
  insert into used_tag (owner_id, kind, tag, hidden, sub)
  select by_owner, of_kind, one.tag, is_hidden, is_sub from (select distinct unnest(tags) as tag) as one
  where (select true from used_tag as used
    where used.owner_id = by_owner and used.kind = of_kind and used.head = left(one.tag, ${TAG_HEAD}) and used.tag = one.tag
      and used.hidden = is_hidden and used.sub = is_sub and not used.maybe_unused limit 1) is null;
  if found and by_owner <> '${EVERY_OWNER}' then
    perform set_config('millrace.role', 'system', true);
    perform use_tags('${EVERY_OWNER}', of_kind, tags, is_hidden, is_sub);
    perform set_config('millrace.role', before, true);
  end if;
end $$;
create or replace function remove_tags(of_resource uuid, of_owner uuid, of_kind text)
returns void language plpgsql set enable_seqscan = off as $$
begin
  with removed as (delete from tag where resource = of_resource returning tag, head, hidden, sub)
  insert into used_tag (owner_id, kind, tag, hidden, sub, maybe_unused)
  select of_owner, of_kind, removed.tag, removed.hidden, removed.sub, true from removed
  where of_kind <> 'ProcessingStep' and (select true from tag as other
    where other.owner_id = of_owner and other.kind = of_kind and other.head = removed.head and other.hidden = removed.hidden
      and other.tag = removed.tag and other.resource <> of_resource limit 1) is null;
end $$;`

const IS_USE = 'tag.kind = used.kind and tag.head = used.head and tag.hidden = used.hidden and tag.tag = used.tag'

/** How many marked tags one transaction checks. */
const BATCH = 1000

/** Deletes the rows of marked tags that are unused. If the lock is not free soon, the next run tries again. */
export async function deleteUnusedTags(db: Database): Promise<void> {
  try {
    while ((await asSystem(db, deleteBatch)) === BATCH);
  } catch (error) {
    if (!isLockTimeout(error)) throw error
  }
}

/**
 * Returns the number of marks. While this waits for the lock, so do transactions that are about to use or remove tags, so
 * it does not wait for long.
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
