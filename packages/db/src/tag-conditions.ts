import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type TaggedKind, tag } from './schema/tags.ts'
import { isTag, type ResourceSets, type TagQuery, tagQuerySql } from './tag-query.ts'

/** The columns of a table whose rows carry tags. */
export interface Tagged {
  kind: TaggedKind
  id: AnyPgColumn
}

export interface TagFilter {
  TagsByAnd?: string[] | null | undefined
  TagsByOr?: string[] | null | undefined
  tagQuery?: TagQuery | undefined
}

/** Conditions for resources that have all of the given tags, any of the given tags, or tags that match a tag query. */
export function tagConditions(
  tagged: Tagged,
  ownerId: string | undefined,
  { TagsByAnd, TagsByOr, tagQuery }: TagFilter,
): SQL | undefined {
  const scope = and(eq(tag.kind, tagged.kind), ownerId === undefined ? undefined : eq(tag.ownerId, ownerId))
  const carries = (condition: SQL | undefined) =>
    sql`exists (select from ${tag} where ${tag.resource} = ${tagged.id} and ${scope} and ${condition})`
  const sets: ResourceSets = {
    carries,
    all: (condition) => sql`select ${tag.resource} from ${tag} where ${scope} and ${condition}`,
    isIn: (ids) => sql`${tagged.id} in (${ids})`,
  }
  return and(
    ...(TagsByAnd ?? []).map((text) => carries(isTag(text))),
    TagsByOr?.length ? carries(or(...TagsByOr.map(isTag))) : undefined,
    tagQuery && tagQuerySql(tagQuery, sets),
  )
}
