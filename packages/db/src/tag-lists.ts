import { LIMITS } from '@millrace/contracts/limits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './act.ts'
import { COUNTED, type ListSource } from './lists.ts'
import { TAG_HEAD, type TaggedKind, tag } from './schema/tags.ts'
import { PLANNED_EACH_TIME } from './steady-statements.ts'
import { ofResource, type Tagged } from './tag-conditions.ts'

/** A tag and how many resources carry it, counted up to LIMITS.tagCountMax; one more means "more". */
export interface UsedTag {
  tag: string
  count: number
}

const TAGS_MAX = 1000
/** Enough rows to know that there are more than are counted. */
const TAG_COUNTED = LIMITS.tagCountMax + 1
/** A tag is looked for among as many of its newest resources, in a list of more rows than are counted. */
const NEWEST = 200

/** The tags of an owner, or of all owners, in order. */
export async function usedTags(tx: Tx, kind: TaggedKind, ownerId: string | undefined): Promise<UsedTag[]> {
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${sql.raw(PLANNED_EACH_TIME)}
    ${heads(kind, ownerId)} select found.tag, count(*)::int as count
    from heads cross join lateral (
      select ${TEXT} as tag from ${tag} where ${ofScope(kind, ownerId)} and ${tag.head} = heads.head
      limit case when length(heads.head) < ${HEAD} then ${sql.raw(String(TAG_COUNTED))} end
    ) as found group by heads.head, found.tag order by heads.head, found.tag limit ${TAGS_MAX}`)
  return rows
}

/** The tags that the rows of a list carry, in order; the list has no more rows than are counted. */
export async function tagsOfRows(tx: Tx, { from, where }: ListSource, tags: AnyPgColumn): Promise<UsedTag[]> {
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${sql.raw(PLANNED_EACH_TIME)}
    select tag, least(count(*), ${TAG_COUNTED})::int as count
    from (select unnest(found.tags) collate "C" as tag
      from (select ${tags} as tags from ${from} where ${where ?? sql`true`} limit ${COUNTED}) as found) as one
    group by tag order by tag limit ${TAGS_MAX}`)
  return rows
}

/** The same for a list of more rows: asks of each tag of the owner whether the list has a row with it. */
export async function tagsWithRows(
  tx: Tx,
  { from, where }: ListSource,
  tagged: Tagged,
  ownerId: string | undefined,
): Promise<string[]> {
  const { rows } = await tx.orm.execute<{ tag: string }>(sql`${sql.raw(PLANNED_EACH_TIME)}
    ${heads(tagged.kind, ownerId)} select distinct found.tag from heads cross join lateral (
      select ${TEXT} as tag from (select * from ${tag} where ${ofScope(tagged.kind, ownerId)} and ${tag.head} = heads.head
        order by ${tag.createdAt} desc limit ${NEWEST}) as tag, ${from} where ${ofResource(tagged)} and ${where ?? sql`true`}
      limit case when length(heads.head) < ${HEAD} then 1 end
    ) as found order by found.tag limit ${TAGS_MAX}`)
  return rows.map((row) => row.tag)
}

const HEAD = sql.raw(String(TAG_HEAD))

/** The tag itself. A short one is the whole of its head, for which the index is enough. */
const TEXT = sql`case when length(${tag.head}) < ${HEAD} then ${tag.head} else ${tag.tag} collate "C" end`

function ofScope(kind: TaggedKind, ownerId: string | undefined): SQL | undefined {
  return and(eq(tag.kind, kind), ownerId === undefined ? undefined : eq(tag.ownerId, ownerId))
}

/** The distinct starts of tags: the index is entered once for each, at the first entry after the one before. */
function heads(kind: TaggedKind, ownerId: string | undefined): SQL {
  const next = (after: SQL | undefined) =>
    sql`select ${tag.head} from ${tag} where ${and(ofScope(kind, ownerId), after)} order by ${tag.head} limit 1`
  return sql`with recursive all_heads as (
      (${next(undefined)}) union all
      select (${next(sql`${tag.head} > all_heads.head`)}) from all_heads where all_heads.head is not null
    ), heads as (select head from all_heads where head is not null)`
}
