import { LIMITS } from '@millrace/contracts/limits'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './act.ts'
import { COUNTED, type ListSource, TAGGED } from './lists.ts'
import { literal } from './literal.ts'
import { TAG_HEAD, type TaggedKind, tag, usedTag } from './schema/tags.ts'
import { PLANNED_EACH_TIME } from './steady-statements.ts'
import { type TagFilter, tagScope, usedTagScope } from './tag-conditions.ts'

/** A tag and the number of resources that have it. A number above LIMITS.tagCountMax means "more than that". */
export interface UsedTag {
  tag: string
  count: number
}

const TAGS_MAX = 1000
/** The row limit of a tag's count: one more than the highest exact count. */
const TAG_COUNTED = LIMITS.tagCountMax + 1

/** The tags of an owner, or of all owners, in order. Short tags are counted in the index, without reading the table. */
export async function usedTags(tx: Tx, kind: TaggedKind, ownerId: string | undefined): Promise<UsedTag[]> {
  const count = (isUse: SQL) => sql`(select count(*)::int from (select from ${tag}
    where ${tagScope(kind, ownerId, { ShowHidden: true })} and ${isUse} limit ${TAG_COUNTED}) as counted)`
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${PLANNED_EACH_TIME}
    select tag, count from (
        select distinct tag, head from ${usedTag} where ${usedTagScope(kind, ownerId)} order by tag limit ${TAGS_MAX}) as used_tag
      cross join lateral (select case when ${IS_SHORT} then ${count(IS_HEAD)} else ${count(IS_USE)} end as count offset 0) as counted
    where count > 0 order by tag`)
  return rows
}

const IS_SHORT = sql`length(${usedTag.head}) < ${literal(TAG_HEAD)}`
const IS_HEAD = sql`${tag.head} = ${usedTag.head}`
/** Compares the heads, too, because only they are in the index. */
const IS_USE = sql`(${IS_HEAD} and ${tag.tag} = ${usedTag.tag})`

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
export function distinctTags(from: SQL): SQL<string[]> {
  return sql<string[]>`select coalesce((array_agg(tag order by tag))[:${literal(TAGS_MAX)}], '{}') from (
    select distinct unnest(tags) collate "C" as tag from ${from}) as found`
}

/** The tags of a list, from up to TAGGED of its rows. */
export async function tagsAmongRows(tx: Tx, source: ListSource, tags: AnyPgColumn): Promise<string[]> {
  const found = await tagsOfRows(tx, source, tags, TAGGED)
  return found.map(({ tag }) => tag)
}

/**
 * The tags of a list that excludes nothing, or only hidden resources and sub-jobs. A tag that may have lost its last use
 * is listed if the table of tags has one.
 */
export async function tagsOfMost(
  tx: Tx,
  kind: TaggedKind,
  ownerId: string | undefined,
  filter: Pick<TagFilter, 'ShowHidden' | 'IsSubJob'>,
): Promise<string[]> {
  const listed = and(
    usedTagScope(kind, ownerId),
    filter.ShowHidden ? undefined : eq(usedTag.hidden, false),
    filter.IsSubJob == null ? undefined : or(eq(usedTag.sub, filter.IsSubJob), usedTag.maybeUnused),
  )
  const { rows } = await tx.orm.execute<{ tag: string }>(sql`${PLANNED_EACH_TIME}
    select tag from ${usedTag} where ${listed} group by tag, head
    having not bool_and(maybe_unused) and (not bool_or(maybe_unused)
      or exists (select from ${tag} where ${tagScope(kind, ownerId, filter)} and ${IS_USE}))
    order by tag limit ${TAGS_MAX}`)
  return rows.map((row) => row.tag)
}
