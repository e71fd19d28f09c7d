import { and, arrayContains, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A tag query as a tree. `as` says how values are compared; see the patterns below for what counts as which. */
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

/**
 * A tag query as a condition on a column of tags. Only the structure of the expression becomes SQL; keys and values are
 * parameters. The owner's index finds the rows: under row-level security no index on tags can be used, because the
 * database must not run an operator on a row before it knows whose row it is.
 */
export function tagQuerySql(tags: PgColumn, query: TagQuery): SQL {
  switch (query.is) {
    case 'and':
      return and(...query.of.map((part) => tagQuerySql(tags, part))) ?? sql`true`
    case 'or':
      return or(...query.of.map((part) => tagQuerySql(tags, part))) ?? sql`false`
    case 'not':
      return not(tagQuerySql(tags, query.of))
    case 'has':
      return sql`exists (select 1 from unnest(${tags}) as one(tag) where tag = ${query.key} or ${begins(query.key)})`
    case 'search':
      return someValue(tags, query.key, SEARCHED[query.by](query.value))
    case 'compare':
      if (query.by === '=' && query.as !== 'number') return arrayContains(tags, [`${query.key}=${query.value}`])
      return someValue(tags, query.key, compared(query.by, query.value, query.as))
  }
}

/** What follows the key and the equals sign. */
const VALUE = sql`substr(tag, strpos(tag, '=') + 1)`

function begins(key: string): SQL {
  return sql`starts_with(tag, ${`${key}=`})`
}

function someValue(tags: PgColumn, key: string, condition: SQL): SQL {
  return sql`exists (select 1 from unnest(${tags}) as one(tag) where ${begins(key)} and ${condition})`
}

const SEARCHED: Record<Search, (value: string) => SQL> = {
  contains: (value) => sql`strpos(lower(${VALUE}), lower(${value})) > 0`,
  startswith: (value) => sql`starts_with(lower(${VALUE}), lower(${value}))`,
  endswith: (value) => sql`starts_with(reverse(lower(${VALUE})), reverse(lower(${value})))`,
}

const OPERATORS: Record<Comparison, SQL> = {
  '=': sql`=`,
  '!=': sql`!=`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}

/** Values of another kind are neither smaller nor larger; they are different. */
function compared(by: Comparison, value: string, as: TagValueKind): SQL {
  const operator = OPERATORS[by]
  const otherwise = by === '!=' ? sql`true` : sql`false`
  switch (as) {
    case 'number':
      return sql`case when ${VALUE} ~ ${NUMBER.source} then ${VALUE}::numeric ${operator} ${value}::numeric else ${otherwise} end`
    case 'time':
      return sql`case when ${VALUE} ~ ${TIME.source} then ${VALUE}::interval ${operator} ${value}::interval else ${otherwise} end`
    case 'moment':
      return sql`case when ${VALUE} ~ ${MOMENT.source} then ${VALUE} collate "C" ${operator} ${value} else ${otherwise} end`
    case 'text':
      return sql`${VALUE} collate "C" ${operator} ${value}`
  }
}
