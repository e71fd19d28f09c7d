import { and, ilike, like, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Returns an ILIKE pattern for values that contain the string. Any % or _ in the string is matched literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Returns a case-insensitive search for a string in a column. If the string has several words of three or more letters,
 * the trigram index is searched only for the first three letters of each of the first four words. The rows found are
 * compared with the whole string. Reading the index entries of all trigrams would take two to three times as long.
 */
export function contains(column: AnyPgColumn, text: string): SQL | undefined {
  const pattern = indexedPattern(text)
  if (pattern === undefined) return ilike(column, containing(text))
  return and(ilike(column, pattern), includes(sql`${column}`, text))
}

/**
 * Like `contains`, but for a column of lowercase values. Takes half the time, because the values need not be converted.
 */
export function lowercaseContains(column: AnyPgColumn, text: string): SQL | undefined {
  const pattern = indexedPattern(text)
  if (pattern === undefined) return like(column, sql`lower(${containing(text)})`)
  return and(like(column, sql`lower(${pattern})`), sql`strpos(${column}, lower(${text})) > 0`)
}

/**
 * Returns a pattern with the first three letters of each word of three or more letters, up to four words. Undefined if
 * the string has fewer than two such words.
 */
function indexedPattern(text: string): string | undefined {
  const starts = (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => [...word].slice(0, 3).join(''))
  return starts.length < 2 ? undefined : `%${starts.slice(0, 4).join('%')}%`
}

/** Returns SQL that is true if a value contains the string, ignoring case. For values without a trigram index. */
export function includes(value: SQL, text: string | SQL): SQL {
  return sql`strpos(lower(${value}), lower(${text})) > 0`
}
