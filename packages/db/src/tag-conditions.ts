import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from './act.ts'
import { CUSTOM_PLAN } from './auto-prepare.ts'
import { COUNTED } from './lists.ts'
import { literal } from './literal.ts'
import { EVERY_OWNER, type TaggedKind, tag, usedTag } from './schema/tags.ts'
import {
  hasKey,
  isTag,
  meets,
  type OnValue,
  type ResourceSets,
  replaceConditions,
  resourcesOf,
  startsWithOneTag,
  type TagQuery,
  tagQuerySql,
  valueConditions,
} from './tag-query.ts'

export interface Tagged {
  kind: TaggedKind
  id: SQLWrapper
}

/** The part of a list's filter that the table of tags can evaluate. */
export interface TagFilter {
  TagsByAnd?: string[] | null | undefined
  TagsByOr?: string[] | null | undefined
  tagQuery?: TagQuery | undefined
  ShowHidden?: boolean | null | undefined
  IsSubJob?: boolean | null | undefined
}

/**
 * Returns a condition for the tags of one kind of resource. Without `ownerId`, includes the tags of all owners. Leaves
 * out tags of resources that the filter excludes.
 */
export function tagScope(
  kind: TaggedKind,
  ownerId: string | undefined,
  { ShowHidden, IsSubJob }: Pick<TagFilter, 'ShowHidden' | 'IsSubJob'>,
): SQL | undefined {
  return and(
    ownerId === undefined ? undefined : eq(tag.ownerId, ownerId),
    eq(tag.kind, kind),
    ShowHidden ? undefined : eq(tag.hidden, false),
    IsSubJob == null ? undefined : eq(tag.sub, IsSubJob),
  )
}

/**
 * Returns a condition for resources that have all tags of `TagsByAnd`, any of `TagsByOr`, and tags that match the tag
 * query.
 */
export function tagConditions(tagged: Tagged, ownerId: string | undefined, filter: TagFilter): SQL | undefined {
  return carried(setsOf(tagged, ownerId, filter), filter)
}

function carried(sets: ResourceSets, { TagsByAnd, TagsByOr, tagQuery }: TagFilter): SQL | undefined {
  return and(
    ...(TagsByAnd ?? []).map((text) => sets.carries(isTag(text))),
    TagsByOr?.length ? sets.carries(or(...TagsByOr.map(isTag))) : undefined,
    tagQuery && tagQuerySql(tagQuery, sets),
  )
}

function setsOf(
  { kind, id, createdAt }: Tagged & { createdAt?: SQL },
  ownerId: string | undefined,
  filter: TagFilter,
): ResourceSets {
  const scope = tagScope(kind, ownerId, filter)
  const isSame = and(eq(tag.resource, id), createdAt && eq(tag.createdAt, createdAt))
  return {
    carries: (condition) => sql`exists (select from ${tag} where ${isSame} and ${scope} and ${condition})`,
    all: (condition) => sql`select ${tag.resource} as id, ${tag.createdAt} from ${tag} where ${scope} and ${condition}`,
    narrowed: (resources, condition) =>
      sql`select id, created_at from (${resources}) as found where ${condition(setsOf({ kind, ...FOUND }, ownerId, filter)) ?? sql`true`}`,
    isIn: (resources) => sql`${id} in (select id from (${resources}) as found)`,
    used: (condition) => usedTagsOf(kind, ownerId, condition),
  }
}

/**
 * The id and creation time of a resource found by one of its tags. Lookups of the resource's other tags compare both,
 * because each row of `tag` repeats the creation time: the planner can then merge the index entries of two tags, which
 * are sorted by creation time.
 */
const FOUND = { id: sql`found.id`, createdAt: sql`found.created_at` }

export interface FoundResources {
  /** An array of up to COUNTED ids, without duplicates. */
  ids: SQL
  /** A SELECT of ids and creation times, if an index returns them in order of creation. */
  inOrder?: SQL
}

/**
 * Finds resources by reading only the index of tags. Undefined if the filter has no tags or includes resources without
 * a tag.
 */
export function taggedResources(
  kind: TaggedKind,
  ownerId: string | undefined,
  { TagsByAnd, TagsByOr, tagQuery, ...scope }: TagFilter,
): FoundResources | undefined {
  const [first, ...others] = TagsByAnd ?? []
  const sets = setsOf({ kind, ...FOUND }, ownerId, scope)
  const narrowed = (resources: SQL, rest: TagFilter) => sets.narrowed(resources, (found) => carried(found, rest))
  if (first !== undefined) {
    const inOrder = narrowed(sets.all(isTag(first)), { TagsByAnd: others, TagsByOr, tagQuery })
    return { ids: idsAmong(inOrder), inOrder }
  }
  if (TagsByOr?.length) {
    const each = TagsByOr.map((text) => sets.all(isTag(text)))
    if (!tagQuery) return { ids: idsOfAny(each) }
    return { ids: idsAmong(narrowed(sql.join(each, sql` union `), { tagQuery })) }
  }
  const found = tagQuery && resourcesOf(tagQuery, sets)
  return found && { ids: idsAmong(found), ...(startsWithOneTag(tagQuery) && { inOrder: found }) }
}

function idsAmong(resources: SQL): SQL {
  return sql`array(select id from (${resources}) as found limit ${literal(COUNTED)})`
}

/** Returns SQL for the ids in any of the sets. If one set alone exceeds the limit, only that set is returned. */
function idsOfAny(sets: SQL[]): SQL {
  const each = sets.map((resources) => sql`select ${idsAmong(resources)} as ids`)
  return sql`(with sets as materialized (${sql.join(each, sql` union all `)})
    select coalesce((select ids from sets where cardinality(ids) = ${literal(COUNTED)} limit 1),
      array(select distinct unnest(ids) from sets limit ${literal(COUNTED)})))`
}

/** Maximum number of tags that may replace a condition on a value. */
const TAGS_MAX = 1000

/** Replaces the filter's conditions on values with the used tags that meet them. */
export async function withTagsInUse<F extends TagFilter>(
  tx: Tx,
  kind: TaggedKind,
  ownerId: string | undefined,
  filter: F,
): Promise<F> {
  const { tagQuery } = filter
  const conditions = tagQuery ? valueConditions(tagQuery) : []
  if (!tagQuery || conditions.length === 0) return filter
  const parts = conditions.map(
    (condition, nth) =>
      sql`(select ${literal(nth)} as nth, tag from (${usedTagsOf(kind, ownerId, condition)}) as used limit ${literal(TAGS_MAX + 1)})`,
  )
  const { rows } = await tx.orm.execute<{ nth: number; tag: string }>(
    sql`${CUSTOM_PLAN} ${sql.join(parts, sql` union all `)}`,
  )
  const found = conditions.map((condition, nth): [TagQuery, TagQuery] => {
    const tags = rows.filter((row) => row.nth === nth).map((row) => row.tag)
    return [condition, tags.length > TAGS_MAX ? condition : { is: 'anyOf', tags }]
  })
  return { ...filter, tagQuery: replaceConditions(tagQuery, new Map(found)) }
}

/**
 * Returns a SELECT of the distinct tags in use that meet a condition on their value. OFFSET makes the planner check the
 * condition once for each tag instead of for each row. Tags of steps are read from the table of tags itself, because
 * there are few steps.
 */
function usedTagsOf(kind: TaggedKind, ownerId: string | undefined, condition: OnValue): SQL {
  const [from, scope] =
    kind === 'ProcessingStep'
      ? [tag, tagScope(kind, ownerId, { ShowHidden: true })]
      : [usedTag, usedTagScope(kind, ownerId)]
  return sql`select tag from (select distinct ${from.tag} as tag from ${from} where ${and(scope, hasKey(condition.key, from))} offset 0)
    as found where ${meets(condition, sql`found.tag`)}`
}

/** Returns a condition for the used tags of one owner, or of all owners. */
export function usedTagScope(kind: TaggedKind, ownerId: string | undefined): SQL | undefined {
  return and(eq(usedTag.ownerId, ownerId ?? EVERY_OWNER), eq(usedTag.kind, kind))
}
