import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { COUNTED, distinctValues } from './lists.ts'
import { type TaggedKind, tag } from './schema/tags.ts'
import { idsOf, isTag, type ResourceSets, type TagQuery, tagQuerySql } from './tag-query.ts'

/** The columns of a table whose rows carry tags. */
export interface Tagged {
  kind: TaggedKind
  id: SQLWrapper
}

export interface TagFilter {
  TagsByAnd?: string[] | null | undefined
  TagsByOr?: string[] | null | undefined
  tagQuery?: TagQuery | undefined
  ShowHidden?: boolean | null | undefined
  IsSubJob?: boolean | null | undefined
}

/** The tags of one kind of resource, of one owner or of all, except those of resources that the filter excludes. */
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

/** Conditions for resources that have all of the given tags, any of the given tags, or tags that match a tag query. */
export function tagConditions(tagged: Tagged, ownerId: string | undefined, filter: TagFilter): SQL | undefined {
  const { TagsByAnd, TagsByOr, tagQuery } = filter
  const sets = setsOf(tagged, ownerId, filter)
  return and(
    ...(TagsByAnd ?? []).map((text) => sets.carries(isTag(text))),
    TagsByOr?.length ? sets.carries(or(...TagsByOr.map(isTag))) : undefined,
    tagQuery && tagQuerySql(tagQuery, sets),
  )
}

function setsOf({ kind, id }: Tagged, ownerId: string | undefined, filter: TagFilter): ResourceSets {
  const scope = tagScope(kind, ownerId, filter)
  return {
    carries: (condition) =>
      sql`exists (select from ${tag} where ${tag.resource} = ${id} and ${scope} and ${condition})`,
    all: (condition) => sql`select ${tag.resource} as id from ${tag} where ${scope} and ${condition}`,
    isIn: (ids) => sql`${id} in (${ids})`,
    heads: (condition) => distinctValues(tag.head, and(scope, condition)),
  }
}

/**
 * A SELECT of the distinct resources with the filter's tags, from the index of tags alone. It stops after more resources
 * than lists count. Undefined if the filter has no tags, or selects resources without a tag.
 */
export function taggedIds(kind: TaggedKind, ownerId: string | undefined, filter: TagFilter): SQL | undefined {
  const { TagsByAnd, TagsByOr, tagQuery, ...scope } = filter
  const [first, ...others] = TagsByAnd ?? []
  const found = { kind, id: sql`found.id` }
  const sets = setsOf(found, ownerId, scope)
  const and = (ids: SQL, rest: TagFilter) =>
    sql`select id from (${ids}) as found where ${tagConditions(found, ownerId, { ...scope, ...rest }) ?? sql`true`}`
  if (first !== undefined) return and(sets.all(isTag(first)), { TagsByAnd: others, TagsByOr, tagQuery })
  if (TagsByOr?.length) {
    const most = tagQuery ? sql`` : sql` limit ${COUNTED}`
    const each = TagsByOr.map((text) => sql`(${sets.all(isTag(text))}${most})`)
    return and(sql.join(each, sql` union `), { tagQuery })
  }
  const ids = tagQuery && idsOf(tagQuery, sets)
  return ids && sql`select distinct id from (${ids}) as found`
}
