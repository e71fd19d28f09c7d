import { LIMITS } from '@millrace/contracts/limits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './act.ts'
import { COUNTED, type ListSource } from './lists.ts'
import { TAG_HEAD, type TaggedKind, tag } from './schema/tags.ts'
import { PLANNED_EACH_TIME } from './steady-statements.ts'
import type { Tagged } from './tag-conditions.ts'

/** A tag and the number of resources that have it. A number above LIMITS.tagCountMax means "more than that". */
export interface UsedTag {
  tag: string
  count: number
}

const TAGS_MAX = 1000
/** The row limit of a tag's count: one more than the highest exact count. */
const TAG_COUNTED = LIMITS.tagCountMax + 1
/** In lists too long to count: how many of a tag's newest resources are checked for one that is in the list. */
const NEWEST = 20
/** In such lists with a narrower filter: how many rows are read to collect their tags. */
const SAMPLE = 2000

/**
 * The tags of an owner, or of all owners, in order. Short tags equal their heads and are counted in the index alone.
 * The few long ones are read from the table.
 */
export async function usedTags(tx: Tx, kind: TaggedKind, ownerId: string | undefined): Promise<UsedTag[]> {
  const ofHead = sql`from ${tag} where ${ofScope(kind, ownerId)} and ${tag.head} = heads.head`
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${PLANNED_EACH_TIME}
    ${heads(kind, ownerId)} select head as tag, (select count(*)::int from (select ${ofHead} limit ${TAG_COUNTED}) as counted) as count
      from heads where length(head) < ${HEAD}
    union all
    select found.tag, least(count(*), ${TAG_COUNTED})::int from heads
      cross join lateral (select ${tag.tag} collate "C" as tag ${ofHead}) as found
      where length(head) = ${HEAD} group by found.tag
    order by tag limit ${TAGS_MAX}`)
  return rows
}

/** The tags of the rows in a list, in order, each with its number of rows. Reads up to `most` rows. */
export async function tagsOfRows(
  tx: Tx,
  { from, where }: ListSource,
  tags: AnyPgColumn,
  most: number = COUNTED,
): Promise<UsedTag[]> {
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${PLANNED_EACH_TIME}
    select tag, least(count(*), ${TAG_COUNTED})::int as count
    from (select unnest(found.tags) collate "C" as tag
      from (select ${tags} as tags from ${from} where ${where ?? sql`true`} limit ${most}) as found) as one
    group by tag order by tag limit ${TAGS_MAX}`)
  return rows
}

/** The tags of a list of `total` rows. Above the count limit, only a sample of the rows is read. */
export async function tagsAmongRows(tx: Tx, source: ListSource, tags: AnyPgColumn, total: number): Promise<string[]> {
  const found = await tagsOfRows(tx, source, tags, total > LIMITS.countMax ? SAMPLE : COUNTED)
  return found.map(({ tag }) => tag)
}

/**
 * The tags of a list that contains most of an owner's resources. Looks for one row in the list for each tag of the
 * owner.
 */
export async function tagsWithRows(
  tx: Tx,
  { from, where }: ListSource,
  tagged: Tagged,
  ownerId: string | undefined,
): Promise<string[]> {
  const newest = (columns: SQL) => sql`(select ${columns} from ${tag}
    where ${ofScope(tagged.kind, ownerId)} and ${tag.head} = heads.head order by ${tag.createdAt} desc limit ${NEWEST}) as tag`
  const inList = sql`${tag.resource} = ${tagged.id} and ${where ?? sql`true`}`
  const { rows } = await tx.orm.execute<{ tag: string }>(sql`${PLANNED_EACH_TIME}
    ${heads(tagged.kind, ownerId)} select head as tag from heads
      where length(head) < ${HEAD} and exists (select from ${newest(sql`resource`)}, ${from} where ${inList} offset 0)
    union
    select found.tag from heads cross join lateral (
      select tag.tag collate "C" as tag from ${newest(sql`resource, tag`)}, ${from} where ${inList}
    ) as found where length(head) = ${HEAD}
    order by tag limit ${TAGS_MAX}`)
  return rows.map((row) => row.tag)
}

const HEAD = sql.raw(String(TAG_HEAD))

function ofScope(kind: TaggedKind, ownerId: string | undefined): SQL | undefined {
  return and(eq(tag.kind, kind), ownerId === undefined ? undefined : eq(tag.ownerId, ownerId))
}

/** The distinct heads of tags. For each, the index is searched once, for the first entry after the previous head. */
function heads(kind: TaggedKind, ownerId: string | undefined): SQL {
  const next = (after: SQL | undefined) =>
    sql`select ${tag.head} from ${tag} where ${and(ofScope(kind, ownerId), after)} order by ${tag.head} limit 1`
  return sql`with recursive all_heads as (
      (${next(undefined)}) union all
      select (${next(sql`${tag.head} > all_heads.head`)}) from all_heads where all_heads.head is not null
    ), heads as (select head from all_heads where head is not null)`
}
