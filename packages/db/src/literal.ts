import { type SQL, sql } from 'drizzle-orm'

/**
 * Returns SQL with the value as a literal, so the planner knows it even in a generic plan. Strings are not accepted, to
 * rule out SQL injection.
 */
export function literal(value: number | boolean): SQL {
  return sql.raw(String(value))
}
