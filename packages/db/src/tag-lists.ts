import { LIMITS } from '@millrace/contracts/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './act.ts'
import { CUSTOM_PLAN } from './auto-prepare.ts'
import { COUNTED, type ListSource, SAMPLED } from './lists.ts'
import { literal } from './literal.ts'
import { EVERY_OWNER, TAG_HEAD, type TaggedKind, tag, usedTag } from './schema/tags.ts'
import { type TagFilter, tagScope, usedTagScope } from './tag-conditions.ts'

/** A tag and the number of its resources, capped at one more than LIMITS.tagCountMax. */
export interface UsedTag {
  tag: string
  count: number
}

const TAGS_MAX = 1000
/** Row limit for counting the uses of a tag: one more than the highest exact count. */
const TAG_COUNTED = LIMITS.tagCountMax + 1

/**
 * Returns the first TAGS_MAX tags of an owner, or of all owners, in order, each with its number of uses. Short tags are
 * counted in the index alone, without reading the table.
 */
export async function usedTags(tx: Tx, kind: TaggedKind, ownerId: string | undefined): Promise<UsedTag[]> {
  const count = (isUse: SQL) => sql`(select count(*)::int from (select from ${tag}
    where ${tagScope(kind, ownerId, { ShowHidden: true })} and ${isUse} limit ${TAG_COUNTED}) as counted)`
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${CUSTOM_PLAN}
    select tag, count from (
        select distinct tag, head from ${usedTag} where ${usedTagScope(kind, ownerId)} order by tag limit ${TAGS_MAX}) as used_tag
      cross join lateral (select case when ${IS_SHORT} then ${count(IS_HEAD)} else ${count(IS_USE)} end as count offset 0) as counted
    where count > 0 order by tag`)
  return rows
}

const IS_SHORT = sql`length(${usedTag.head}) < ${literal(TAG_HEAD)}`
const IS_HEAD = sql`${tag.head} = ${usedTag.head}`
/** Compares the heads, too, because the index contains only the heads. */
const IS_USE = sql`(${IS_HEAD} and ${tag.tag} = ${usedTag.tag})`

/** Returns the tags of the rows in a list, sorted, and how many rows have each tag. Reads up to `most` rows. */
export async function tagsOfRows(
  tx: Tx,
  { from, where }: ListSource,
  tags: AnyPgColumn,
  most: number = COUNTED,
): Promise<UsedTag[]> {
  const { rows } = await tx.orm.execute<UsedTag & Record<string, unknown>>(sql`${CUSTOM_PLAN}
    select tag, least(count(*), ${TAG_COUNTED})::int as count
    from (select unnest(found.tags) collate "C" as tag
      from (select ${tags} as tags from ${from} where ${where ?? sql`true`} limit ${most}) as found) as one
    group by tag order by tag limit ${TAGS_MAX}`)
  return rows
}

/**
 * Returns a scalar subquery for an array of the first TAGS_MAX distinct tags in `from`, whose rows have a column
 * `tags`.
 */
export function distinctTags(from: SQL): SQL<string[]> {
  return sql<string[]>`select coalesce((array_agg(tag order by tag))[:${literal(TAGS_MAX)}], '{}') from (
    select distinct unnest(tags) collate "C" as tag from ${from}) as found`
}

/** Returns the tags of a list, based on up to SAMPLED of its rows. */
export async function tagsAmongRows(tx: Tx, source: ListSource, tags: AnyPgColumn): Promise<string[]> {
  const found = await tagsOfRows(tx, source, tags, SAMPLED)
  return found.map(({ tag }) => tag)
}

/**
 * Returns the tags of a list with no filters except `ShowHidden` and `IsSubJob`. A tag marked as possibly unused is
 * included only if the table of tags contains it.
 */
export async function tagsOfMost(
  tx: Tx,
  kind: TaggedKind,
  ownerId: string | undefined,
  { ShowHidden, IsSubJob }: Pick<TagFilter, 'ShowHidden' | 'IsSubJob'>,
): Promise<string[]> {
  const { rows } = await tx.query<{ tag: string }>(ownerId === undefined ? MOST_TAGS_OF_ALL : MOST_TAGS, [
    ownerId ?? EVERY_OWNER,
    kind,
    ShowHidden === true,
    IsSubJob ?? null,
  ])
  return rows.map((row) => row.tag)
}

/**
 * Returns a statement whose plan does not depend on values, so it can be prepared. A scalar subquery checks whether a
 * tag is still used, so that PostgreSQL searches the index once per tag.
 */
const mostTags = (ofOwner: string) => `select tag from used_tag
  where owner_id = $1 and kind = $2 and ($3 or not hidden) and ($4::boolean is null or sub = $4 or maybe_unused)
  group by tag, head
  having not bool_and(maybe_unused) and (not bool_or(maybe_unused) or (
    select true from tag as used where ${ofOwner} used.kind = $2 and used.head = used_tag.head and used.tag = used_tag.tag
      and ($3 or not used.hidden) and ($4::boolean is null or used.sub = $4) limit 1))
  order by tag limit ${TAGS_MAX}`
const MOST_TAGS = mostTags('used.owner_id = $1 and')
const MOST_TAGS_OF_ALL = mostTags('')
