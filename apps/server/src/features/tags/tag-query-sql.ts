import { and, arrayContains, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Comparison, type Kind, MOMENT, NUMBER, type Search, type TagQuery, TIME } from './tag-query.ts'

/*
 * A tag query as a condition on a column of tags. Nothing of the expression but its structure becomes SQL; keys and
 * values are parameters. The rows are found by their owner's index: under row-level security no condition on tags can be
 * answered by an index, for the database may not try an operator on rows before it knows whose they are.
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
function compared(by: Comparison, value: string, as: Kind): SQL {
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
