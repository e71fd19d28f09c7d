import { and, eq, gte, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { includes } from './like.ts'
import { literal } from './literal.ts'
import { TAG_HEAD, tag, type usedTag } from './schema/tags.ts'

/** A tag query as a tree. `as` says how values are compared; the patterns below define what is a number or a time. */
export type TagQuery =
  | { is: 'and' | 'or'; of: TagQuery[] }
  | { is: 'not'; of: TagQuery }
  | { is: 'has'; key: string }
  | { is: 'compare'; key: string; by: Comparison; value: string; as: TagValueKind }
  | { is: 'search'; key: string; by: Search; value: string }
  | { is: 'anyOf'; tags: string[] }

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Search = 'contains' | 'startswith' | 'endswith'
export type TagValueKind = 'number' | 'time' | 'moment' | 'text'

/** The patterns run in JavaScript and in PostgreSQL, so they use only what both dialects agree on. */
export const NUMBER = /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$/
export const TIME = /^-?[0-9]{2,6}:[0-5][0-9]:[0-5][0-9][.][0-9]{3}$/
export const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z)?$/

/** How a condition on one tag becomes a condition on a resource. */
export interface ResourceSets {
  /** A condition that one of the resource's tags meets the condition on a tag. */
  carries(condition: SQL | undefined): SQL
  /**
   * A SELECT of the resources with a tag that meets the condition, once for each such tag: their ids and when they were
   * created. The index holds the resources with one tag in this order.
   */
  all(condition: SQL | undefined): SQL
  /** A SELECT of those resources for which another condition is true. */
  narrowed(resources: SQL, condition: (sets: ResourceSets) => SQL | undefined): SQL
  /** A condition that the resource is in a set. */
  isIn(resources: SQL): SQL
  /** A SELECT of the distinct tags in use that meet a condition on their value. */
  used(condition: OnValue): SQL
}

/**
 * Translates a tag query into a condition on a resource. Only the structure of the expression becomes SQL; keys and
 * values are parameters. The index on tags finds those with a key, even under row-level security, because text
 * comparisons are leakproof. Alternatives become a union of sets of ids that the index returns, because for an OR of
 * EXISTS conditions the planner would check both for every job of the owner.
 */
export function tagQuerySql(query: TagQuery, sets: ResourceSets): SQL {
  const condition = conditionOf(query, sets)
  if (condition) return sets.carries(condition)
  switch (query.is) {
    case 'and':
      return and(...query.of.map((part) => tagQuerySql(part, sets))) ?? sql`true`
    case 'or': {
      const found = resourcesOf(query, sets)
      return found ? sets.isIn(found) : (or(...query.of.map((part) => tagQuerySql(part, sets))) ?? sql`false`)
    }
    case 'not':
      return not(tagQuerySql(query.of, sets))
    default:
      return sql`false`
  }
}

/**
 * A SELECT of the distinct resources that a query finds: their ids and when they were created. Undefined if the query
 * asks only for resources without a tag.
 */
export function resourcesOf(query: TagQuery, sets: ResourceSets): SQL | undefined {
  const condition = conditionOf(query, sets)
  if (condition)
    return isOneTag(query)
      ? sets.all(condition)
      : sql`select distinct id, created_at from (${sets.all(condition)}) as found`
  if (query.is === 'or') {
    const parts = query.of.map((part) => resourcesOf(part, sets))
    return parts.every((part) => part !== undefined) ? sql`(${sql.join(parts, sql` union `)})` : undefined
  }
  if (query.is !== 'and') return undefined
  const parts = query.of.map((part) => resourcesOf(part, sets))
  const first = parts.findIndex((part) => part !== undefined)
  const others = query.of.filter((_, nth) => nth !== first)
  return parts[first] && sets.narrowed(parts[first], (found) => and(...others.map((part) => tagQuerySql(part, found))))
}

/** Whether a resource meets the condition by one tag only, so that a set of its tags contains the resource once. */
function isOneTag(query: TagQuery): boolean {
  return (query.is === 'compare' && isExact(query)) || (query.is === 'anyOf' && query.tags.length === 1)
}

/** Whether `resourcesOf` reads the entries of one tag, which are in the order of creation, and narrows them. */
export function startsWithOneTag(query: TagQuery): boolean {
  if (query.is !== 'and') return isOneTag(query)
  const first = query.of.find((part) => part.is !== 'not')
  return first !== undefined && startsWithOneTag(first)
}

/** The query as a condition on a single tag. Undefined if it is about several tags or about resources without a tag. */
function conditionOf(query: TagQuery, sets: ResourceSets): SQL | undefined {
  switch (query.is) {
    case 'or': {
      const parts = query.of.map((part) => conditionOf(part, sets))
      return parts.every((part) => part !== undefined) ? or(...parts) : undefined
    }
    case 'has':
      return or(isTag(query.key), hasKey(query.key, tag))
    case 'anyOf':
      return isAnyOf(query.tags)
    case 'compare':
    case 'search':
      return isExact(query) ? isTag(`${query.key}=${query.value}`) : isUsed(sets.used(query))
    default:
      return undefined
  }
}

/** A condition on the values that a key has. */
export type OnValue = Extract<TagQuery, { is: 'compare' | 'search' }>

/** Whether only one tag can meet the condition. Equal numbers can be written in several ways. */
function isExact(query: OnValue): boolean {
  return query.is === 'compare' && query.by === '=' && query.as !== 'number'
}

/** SQL that is true for a tag with the key of the condition and a value that meets it. */
export function meets(query: OnValue, tag: SQL): SQL {
  const value = sql`substr(${tag}, strpos(${tag}, '=') + 1)`
  return query.is === 'search' ? SEARCHED[query.by](value, query.value) : compared(value, query)
}

/** SQL that is true for the tags that a SELECT returns. */
function isUsed(tags: SQL): SQL {
  const heads = sql`array(select left(found.tag, ${literal(TAG_HEAD)}) from (${tags}) as found)`
  return sql`(${tag.head} = any(${heads}) and ${tag.tag} in (${tags}))`
}

/**
 * The conditions on values in a query, and the query with some of them replaced. A key has few values compared to the
 * number of its tags, so these conditions are checked once for each tag in use. With the tags that meet them as
 * constants, the planner knows how many resources have one.
 */
export function valueConditions(query: TagQuery): OnValue[] {
  if ('of' in query) return (Array.isArray(query.of) ? query.of : [query.of]).flatMap(valueConditions)
  return (query.is === 'compare' || query.is === 'search') && !isExact(query) ? [query] : []
}

/** The same query with some of its conditions replaced. Conditions are recognized by identity. */
export function replaceConditions(query: TagQuery, replacements: ReadonlyMap<TagQuery, TagQuery>): TagQuery {
  if (query.is === 'not') return { is: 'not', of: replaceConditions(query.of, replacements) }
  if ('of' in query) return { is: query.is, of: query.of.map((part) => replaceConditions(part, replacements)) }
  return replacements.get(query) ?? query
}

/**
 * SQL that is true for this tag. A short tag equals its head, so only the head is compared: comparing both would make
 * the planner expect far too few rows.
 */
export function isTag(text: string): SQL | undefined {
  const head = headOf(text)
  return head === text && [...text].length < TAG_HEAD ? eq(tag.head, head) : and(eq(tag.head, head), eq(tag.tag, text))
}

/** The start of a tag, as the index holds it. Like the database, it counts code points. */
function headOf(text: string): string {
  return [...text].slice(0, TAG_HEAD).join('')
}

/**
 * SQL that is true for these tags. Most are short and equal their heads, so that only the index is read. A single tag is
 * compared by `=`: before version 17, PostgreSQL does not know the order of the entries that `any` finds.
 */
function isAnyOf(tags: string[]): SQL | undefined {
  const [only, ...others] = tags
  if (only !== undefined && others.length === 0) return isTag(only)
  const isHead = sql`${tag.head} = any(${sql.param([...new Set(tags.map(headOf))])}::text[])`
  const isShort = tags.every((text) => [...text].length < TAG_HEAD)
  return isShort ? isHead : and(isHead, sql`${tag.tag} = any(${sql.param(tags)}::text[])`)
}

type TagColumns = Pick<typeof tag, 'head' | 'tag'> | Pick<typeof usedTag, 'head' | 'tag'>

/**
 * SQL that is true for tags with this key and a value: those from `key=` up to, but not including, `key>`, as `>`
 * follows `=`.
 */
export function hasKey(key: string, { head, tag }: TagColumns): SQL | undefined {
  const from = headOf(`${key}=`)
  if (from.endsWith('=')) return and(gte(head, from), lt(head, `${from.slice(0, -1)}>`))
  return and(eq(head, from), sql`starts_with(${tag}, ${`${key}=`})`)
}

const SEARCHED: Record<Search, (value: SQL, text: string) => SQL> = {
  contains: includes,
  startswith: (value, text) => sql`starts_with(lower(${value}), lower(${text}))`,
  endswith: (value, text) => sql`starts_with(reverse(lower(${value})), reverse(lower(${text})))`,
}

const OPERATORS: Record<Comparison, SQL> = {
  '=': sql`=`,
  '!=': sql`!=`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}

/** Values of different kinds are unequal, and neither is smaller or larger. */
function compared(value: SQL, { by, value: other, as }: Extract<TagQuery, { is: 'compare' }>): SQL {
  const operator = OPERATORS[by]
  const otherwise = by === '!=' ? sql`true` : sql`false`
  switch (as) {
    case 'number':
      return sql`case when ${value} ~ ${NUMBER.source} then ${value}::numeric ${operator} ${other}::numeric else ${otherwise} end`
    case 'time':
      return sql`case when ${value} ~ ${TIME.source} then ${value}::interval ${operator} ${other}::interval else ${otherwise} end`
    case 'moment':
      return sql`case when ${value} ~ ${MOMENT.source} then ${value} collate "C" ${operator} ${other} else ${otherwise} end`
    case 'text':
      return sql`${value} collate "C" ${operator} ${other}`
  }
}
