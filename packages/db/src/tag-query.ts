import { and, eq, gte, lt, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { literal } from './literal.ts'
import { TAG_HEAD, tag } from './schema/tags.ts'

/** A tag query as a tree. `as` says how values are compared; the patterns below define what is a number or a time. */
export type TagQuery =
  | { is: 'and' | 'or'; of: TagQuery[] }
  | { is: 'not'; of: TagQuery }
  | { is: 'has'; key: string }
  | { is: 'compare'; key: string; by: Comparison; value: string; as: TagValueKind }
  | { is: 'search'; key: string; by: Search; value: string }

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
  /** A SELECT of the ids of resources with a tag that meets the condition. */
  all(condition: SQL | undefined): SQL
  /** A condition that the resource is in a set of ids. */
  isIn(ids: SQL): SQL
  /** A SELECT of the distinct heads of the tags that meet the condition, in a column `value`. */
  heads(condition: SQL | undefined): SQL
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
      const parts = query.of.map((part) => idsOf(part, sets))
      if (parts.every((part) => part !== undefined)) return sets.isIn(sql.join(parts, sql` union `))
      return or(...query.of.map((part) => tagQuerySql(part, sets))) ?? sql`false`
    }
    case 'not':
      return not(tagQuerySql(query.of, sets))
    default:
      return sql`false`
  }
}

/** A SELECT of the ids that a query finds. Undefined if the query asks only for resources without a tag. */
export function idsOf(query: TagQuery, sets: ResourceSets): SQL | undefined {
  const condition = conditionOf(query, sets)
  if (condition) return sets.all(condition)
  if (query.is !== 'and' && query.is !== 'or') return undefined
  const isExcluded = (part: TagQuery) => query.is === 'and' && part.is === 'not'
  const found = query.of.filter((part) => !isExcluded(part)).map((part) => idsOf(part, sets))
  const excluded = query.of.flatMap((part) => (isExcluded(part) && part.is === 'not' ? [idsOf(part.of, sets)] : []))
  const isKnown = (ids: SQL | undefined) => ids !== undefined
  if (found.length === 0 || ![...found, ...excluded].every(isKnown)) return undefined
  const without = excluded.map((ids) => sql` except ${ids}`)
  return sql`(${sql.join(found, query.is === 'and' ? sql` intersect ` : sql` union `)}${sql.join(without)})`
}

/** The query as a condition on a single tag. Undefined if it is about several tags or about resources without a tag. */
function conditionOf(query: TagQuery, sets: ResourceSets): SQL | undefined {
  switch (query.is) {
    case 'or': {
      const parts = query.of.map((part) => conditionOf(part, sets))
      return parts.every((part) => part !== undefined) ? or(...parts) : undefined
    }
    case 'has':
      return or(isTag(query.key), hasKey(query.key))
    case 'search':
      return hasValue(query.key, sets, (value) => SEARCHED[query.by](value, query.value))
    case 'compare':
      if (query.by === '=' && query.as !== 'number') return isTag(`${query.key}=${query.value}`)
      return hasValue(query.key, sets, (value) => compared(value, query))
    default:
      return undefined
  }
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
export function headOf(text: string): string {
  return [...text].slice(0, TAG_HEAD).join('')
}

/**
 * SQL that is true for tags with this key and a value: those from `key=` up to, but not including, `key>`, as `>`
 * follows `=`.
 */
function hasKey(key: string): SQL | undefined {
  const from = headOf(`${key}=`)
  const range = from.endsWith('=')
    ? and(gte(tag.head, from), lt(tag.head, `${from.slice(0, -1)}>`))
    : eq(tag.head, from)
  return from.endsWith('=') ? range : and(range, sql`starts_with(${tag.tag}, ${`${key}=`})`)
}

/**
 * SQL that is true for tags with this key and a value that meets the condition. A key has few values compared to the
 * number of its tags, so the condition is checked once for each head. Only long tags are then checked one by one.
 */
function hasValue(key: string, sets: ResourceSets, met: (value: SQL) => SQL): SQL | undefined {
  const isLong = (text: SQLWrapper) => sql`length(${text}) = ${literal(TAG_HEAD)}`
  const head = sql`found.value`
  const heads = sql`array(select value from (${sets.heads(hasKey(key))}) as found where ${isLong(head)} or ${met(valueIn(head))})`
  const matches = and(hasKey(key), met(valueIn(tag.tag)))
  return sql`(${tag.head} = any(${heads}) and (not ${isLong(tag.head)} or ${matches}))`
}

/** The part of a tag after the key and the equals sign. */
function valueIn(text: SQLWrapper): SQL {
  return sql`substr(${text}, strpos(${text}, '=') + 1)`
}

const SEARCHED: Record<Search, (value: SQL, text: string) => SQL> = {
  contains: (value, text) => sql`strpos(lower(${value}), lower(${text})) > 0`,
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
