import { and, ilike, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** An ILIKE pattern for values that contain the text. Any % or _ in the text is matched literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * A case-insensitive search for text within a column. If the text has several words, the trigram index is searched only
 * for the first three letters of each, and the candidates are compared with the whole text. Reading the index entries of
 * all trigrams takes two to three times as long.
 */
export function contains(column: AnyPgColumn, text: string): SQL | undefined {
  const starts = (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => [...word].slice(0, 3).join(''))
  if (starts.length < 2) return ilike(column, containing(text))
  return and(ilike(column, `%${starts.slice(0, 4).join('%')}%`), includes(sql`${column}`, text))
}

/** Whether a value contains the text; case-insensitive. For values without a trigram index. */
export function includes(value: SQL, text: string | SQL): SQL {
  return sql`strpos(lower(${value}), lower(${text})) > 0`
}
