import { LIMITS } from '@millrace/contracts/limits'
import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './act.ts'
import { COUNTED, type ListSource } from './lists.ts'
import { literal } from './literal.ts'
import { TAG_HEAD, type TaggedKind, tag } from './schema/tags.ts'
import { PLANNED_EACH_TIME } from './steady-statements.ts'
import { type TagFilter, tagScope } from './tag-conditions.ts'

/** A tag and the number of resources that have it. A number above LIMITS.tagCountMax means "more than that". */
export interface UsedTag {
  tag: string
  count: number
}

const TAGS_MAX = 1000
/** The row limit of a tag's count: one more than the highest exact count. */
const TAG_COUNTED = LIMITS.tagCountMax + 1
/** How many resources of a tag are read to find out whether one of them is listed. */
const FEW = 20
/** In such lists with a narrower filter: how many rows are read to collect their tags. */
const SAMPLE = 1000

/**
 * The tags of an owner, or of all owners, in order. Short tags equal their heads and are counted without reading the
 * table. The few long ones are read from the table.
 */
export async function usedTags(tx: Tx, kind: TaggedKind, ownerId: string | undefined): Promise<UsedTag[]> {
  const ofHead = sql`from ${tag} where ${tagScope(kind, ownerId, { ShowHidden: true })} and ${tag.head} = heads.head`
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

/** A scalar subquery: an array of the tags of some rows that have a column `tags`, in order. */
export function distinctTags(from: SQL, where: SQL | undefined): SQL<string[]> {
  return sql<string[]>`select coalesce(array_agg(tag), '{}') from (
    select distinct unnest(tags) collate "C" as tag from ${from} where ${where ?? sql`true`} order by tag limit ${TAGS_MAX}) as found`
}

/** The tags of a list of `total` rows. Above the count limit, only a sample of the rows is read. */
export async function tagsAmongRows(tx: Tx, source: ListSource, tags: AnyPgColumn, total: number): Promise<string[]> {
  const found = await tagsOfRows(tx, source, tags, total > LIMITS.countMax ? SAMPLE : COUNTED)
  return found.map(({ tag }) => tag)
}

/**
 * The tags of a list that excludes nothing, or only hidden resources and sub-jobs. The first entry of each tag says
 * whether it has a resource that is not hidden. Of tags whose first resource is a sub-job, and of those with equal heads,
 * a few more are read.
 */
export async function tagsOfMost(
  tx: Tx,
  kind: TaggedKind,
  ownerId: string | undefined,
  filter: Pick<TagFilter, 'ShowHidden' | 'IsSubJob'>,
): Promise<string[]> {
  const visible = tagScope(kind, ownerId, { ShowHidden: filter.ShowHidden })
  const first = sql`(select sub, tag.tag collate "C" as tag from ${tag} where ${visible} and ${tag.head} = heads.head
    limit ${FEW}) as first where ${filter.IsSubJob == null ? sql`true` : sql`sub = ${filter.IsSubJob}`}`
  const isListed = and(
    filter.ShowHidden ? undefined : sql`not hidden`,
    filter.IsSubJob == null ? undefined : sql`(sub = ${filter.IsSubJob} or exists (select from ${first}))`,
  )
  const { rows } = await tx.orm.execute<{ tag: string }>(sql`${PLANNED_EACH_TIME}
    ${heads(kind, ownerId)} select head as tag from heads where length(head) < ${HEAD} and ${isListed ?? sql`true`}
    union all
    select distinct found.tag from heads cross join lateral (select tag from ${first}) as found where length(head) = ${HEAD}
    order by tag limit ${TAGS_MAX}`)
  return rows.map((row) => row.tag)
}

const HEAD = literal(TAG_HEAD)

/** The distinct heads of tags, each with its first entry. The index is searched once per head, from the previous one. */
function heads(kind: TaggedKind, ownerId: string | undefined): SQL {
  const next = (after: SQL | undefined) => sql`select ${tag.head}, ${tag.hidden}, ${tag.sub} from ${tag}
    where ${and(tagScope(kind, ownerId, { ShowHidden: true }), after)} order by ${tag.head}, ${tag.hidden} limit 1`
  return sql`with recursive heads as (
      (${next(undefined)}) union all
      select next.* from heads cross join lateral (${next(sql`${tag.head} > heads.head`)}) as next
    )`
}
