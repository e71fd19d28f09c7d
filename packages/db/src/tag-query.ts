import { and, eq, gte, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { includes } from './like.ts'
import { literal } from './literal.ts'
import { TAG_HEAD, tag, type usedTag } from './schema/tags.ts'

/**
 * A tag query as a tree. `as` says whether values are compared as text, numbers or times. The patterns below define
 * which values are numbers or times.
 */
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

/** These patterns run in JavaScript and in PostgreSQL, so they use only syntax with the same meaning in both. */
export const NUMBER = /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$/
export const TIME = /^-?[0-9]{2,6}:[0-5][0-9]:[0-5][0-9][.][0-9]{3}$/
export const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z)?$/

/** Turns conditions on single tags into conditions on resources. */
export interface ResourceSets {
  /** Returns a condition that is true if one of the resource's tags meets `condition`. */
  carries(condition: SQL | undefined): SQL
  /**
   * Returns a SELECT of ids and creation times of the resources with a tag that meets the condition. A resource with
   * several such tags is returned several times. If only one tag can meet the condition, the index returns resources in
   * order of creation.
   */
  all(condition: SQL | undefined): SQL
  /** Returns a SELECT of the `resources` that also meet `condition`. */
  narrowed(resources: SQL, condition: (sets: ResourceSets) => SQL | undefined): SQL
  isIn(resources: SQL): SQL
  /** Returns a SELECT of the distinct tags in use that meet a condition on their value. */
  used(condition: OnValue): SQL
}

/**
 * Translates a tag query into a condition on a resource. Only the structure of the query becomes SQL; keys and values
 * are parameters. The index on tags can be searched for a key under row-level security, because text comparisons are
 * leakproof. Alternatives become a union of sets of ids that the index returns. With an OR of EXISTS conditions
 * instead, PostgreSQL would evaluate these conditions for every resource of the owner.
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
 * Returns a SELECT of ids and creation times of the resources that a query finds, without duplicates. Undefined if the
 * query may also find resources without tags, as with `not`.
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

/** Whether at most one tag of a resource can meet the condition. If so, `ResourceSets.all` returns no resource twice. */
function isOneTag(query: TagQuery): boolean {
  return (query.is === 'compare' && isExact(query)) || (query.is === 'anyOf' && query.tags.length === 1)
}

/** Whether `resourcesOf` starts from the entries of a single tag, which are in order of creation. */
export function startsWithOneTag(query: TagQuery): boolean {
  if (query.is !== 'and') return isOneTag(query)
  const first = query.of.find((part) => part.is !== 'not')
  return first !== undefined && startsWithOneTag(first)
}

/**
 * Returns the query as a condition on a single tag. Undefined if the query requires several tags or the absence of
 * tags.
 */
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

/** A condition on the value of a key. */
export type OnValue = Extract<TagQuery, { is: 'compare' | 'search' }>

/**
 * Whether only one tag can meet the condition. False for numbers, because equal numbers can be written in several ways.
 */
function isExact(query: OnValue): boolean {
  return query.is === 'compare' && query.by === '=' && query.as !== 'number'
}

/** Returns SQL that is true for a tag with the key of the condition and a value that meets the condition. */
export function meets(query: OnValue, tag: SQL): SQL {
  const value = sql`substr(${tag}, strpos(${tag}, '=') + 1)`
  return query.is === 'search' ? SEARCHED[query.by](value, query.value) : compared(value, query)
}

function isUsed(tags: SQL): SQL {
  const heads = sql`array(select left(found.tag, ${literal(TAG_HEAD)}) from (${tags}) as found)`
  return sql`(${tag.head} = any(${heads}) and ${tag.tag} in (${tags}))`
}

/**
 * Returns the query's conditions on values. A key has far fewer distinct values than uses. Therefore, each condition is
 * checked only once for each tag in use, and `replaceConditions` replaces the condition with the matching tags. Because
 * these tags are constants, the planner can estimate how many resources have them.
 */
export function valueConditions(query: TagQuery): OnValue[] {
  if ('of' in query) return (Array.isArray(query.of) ? query.of : [query.of]).flatMap(valueConditions)
  return (query.is === 'compare' || query.is === 'search') && !isExact(query) ? [query] : []
}

/** Returns the query with some of its conditions replaced. Conditions are recognized by object identity. */
export function replaceConditions(query: TagQuery, replacements: ReadonlyMap<TagQuery, TagQuery>): TagQuery {
  if (query.is === 'not') return { is: 'not', of: replaceConditions(query.of, replacements) }
  if ('of' in query) return { is: query.is, of: query.of.map((part) => replaceConditions(part, replacements)) }
  return replacements.get(query) ?? query
}

/**
 * Returns SQL that is true for this tag. A short tag equals its head, so only the head is compared. If both were
 * compared, the planner would expect far too few rows.
 */
export function isTag(text: string): SQL | undefined {
  const head = headOf(text)
  return head === text && [...text].length < TAG_HEAD ? eq(tag.head, head) : and(eq(tag.head, head), eq(tag.tag, text))
}

/** Returns the start of a tag, as stored in the column `head`. Counts code points, like the database. */
function headOf(text: string): string {
  return [...text].slice(0, TAG_HEAD).join('')
}

/**
 * Returns SQL that is true for these tags. Most tags are short and equal their heads, so only the index is read. A
 * single tag is compared with `=`, because PostgreSQL before version 17 does not know in which order `any` finds
 * entries.
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
 * Returns SQL that is true for tags with this key and any value. In ASCII, `>` follows `=`, so these are the tags from
 * `key=` up to, but not including, `key>`.
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

/** Returns SQL that compares two values. Values of different types are unequal, and neither is less than the other. */
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
