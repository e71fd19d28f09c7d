import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type TaggedKind, tag } from './schema/tags.ts'
import { isTag, type TagQuery, tagQuerySql } from './tag-query.ts'

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

/** Resources that carry all of some tags, any of some, or tags that an expression describes. */
export function tagConditions(
  tagged: Tagged,
  ownerId: string | undefined,
  { TagsByAnd, TagsByOr, tagQuery }: TagFilter,
): SQL | undefined {
  const owned = ownerId === undefined ? sql`` : sql`and ${eq(tag.ownerId, ownerId)}`
  const carries = (condition: SQL | undefined) =>
    sql`exists (select from ${tag} where ${ofResource(tagged)} ${owned} and ${condition})`
  return and(
    ...(TagsByAnd ?? []).map((text) => carries(isTag(text))),
    TagsByOr?.length ? carries(or(...TagsByOr.map(isTag))) : undefined,
    tagQuery && tagQuerySql(tagQuery, carries),
  )
}

/**
 * Joins tags to their resource. Only the id: of further equalities, which follow from it, the planner would expect that
 * they leave fewer rows, and then read all of them.
 */
export function ofResource({ kind, id }: Tagged): SQL {
  return sql`${tag.resource} = ${id} and ${tag.kind} = ${kind}`
}
